import { Form, InputNumber, Modal, Radio, Select } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { useWide } from '@/shared/hooks/useWide'
import { filled, FIRST_MEASURES, LABELS_MAX, LAYOUTS, MEASURES, OWN, type Measures } from './labels'
import { openPdf } from './pdf'
import classes from './print.module.css'

interface LabelDialogProps {
  /** The page whose rows get labels. */
  url: string
  /** What a label is printed for, as the node takes it. */
  items: readonly object[]
  close: () => void
}

/** Labels of some rows: the sheet, how many of each, and where on the first sheet to begin. */
export default function LabelDialog({ url, items, close }: LabelDialogProps) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const { show } = useProblem()
  const [name, setName] = useState(LAYOUTS[0]!.name)
  const [measures, setMeasures] = useState<Measures>(FIRST_MEASURES)
  const [copies, setCopies] = useState(1)
  const [start, setStart] = useState(1)
  const [code, setCode] = useState('auto')
  const { busy, submit } = useSubmit(show)

  const layout = LAYOUTS.find((one) => one.name === name) ?? { ...measures, name: OWN }
  const places = Math.max(1, layout.columns * layout.rows)
  const first = Math.min(start, places)
  const labels = items.length * copies
  const { used, sheets } = filled(layout, first, labels)

  const print = (): void => {
    const paper = { ...(name === OWN ? { measures } : { layout: name }), start: first, code }
    void submit(
      () => openPdf(`${url}/print`, { items: items.map((item) => ({ ...item, copies })), paper }),
      close,
    )
  }

  return (
    <Modal
      visible
      title={t('print.labels')}
      style={{ width: wide ? 640 : '94%' }}
      okText={t('print.open')}
      okButtonProps={{ loading: busy, disabled: labels > LABELS_MAX }}
      onOk={print}
      onCancel={close}
    >
      <div className={classes.dialog}>
        <Form layout="vertical" className={classes.form}>
          <Form.Item label={t('print.layout')}>
            <Select value={name} onChange={setName} aria-label={t('print.layout')}>
              {LAYOUTS.map((one) => (
                <Select.Option key={one.name} value={one.name}>
                  {t(one.columns > 1 ? 'print.sheet' : 'print.single', { ...one })}
                </Select.Option>
              ))}
              <Select.Option value={OWN}>{t('print.own')}</Select.Option>
            </Select>
          </Form.Item>
          {name === OWN && (
            <div className={classes.measures}>
              {MEASURES.map((measure) => (
                <Form.Item key={measure} label={t(`print.measure.${measure}`)}>
                  <InputNumber
                    size="small"
                    min={0}
                    max={500}
                    value={measures[measure]}
                    aria-label={t(`print.measure.${measure}`)}
                    onChange={(value) => setMeasures({ ...measures, [measure]: value ?? 0 })}
                  />
                </Form.Item>
              ))}
            </div>
          )}
          <Form.Item label={t('print.copies', { count: items.length })}>
            <InputNumber
              min={1}
              max={LABELS_MAX}
              precision={0}
              value={copies}
              aria-label={t('print.copies', { count: items.length })}
              onChange={(value) => setCopies(value || 1)}
            />
          </Form.Item>
          <Form.Item label={t('print.code')}>
            <Radio.Group value={code} onChange={setCode}>
              <Radio value="auto">{t('print.codes.auto')}</Radio>
              <Radio value="qr">{t('print.codes.qr')}</Radio>
            </Radio.Group>
          </Form.Item>
        </Form>
        <figure className={classes.preview}>
          <div
            className={classes.sheet}
            role="group"
            aria-label={t('print.start')}
            style={{ gridTemplateColumns: `repeat(${Math.max(1, layout.columns)}, 1fr)` }}
          >
            {Array.from({ length: Math.min(places, 400) }, (_, index) => index + 1).map((place) => (
              <button
                key={place}
                type="button"
                className={classes.place}
                data-used={used(place)}
                style={{ aspectRatio: `${layout.width || 1} / ${layout.height || 1}` }}
                aria-label={t('print.place', { place })}
                aria-pressed={place === first}
                onClick={() => setStart(place)}
              />
            ))}
          </div>
          <figcaption>
            {labels > LABELS_MAX
              ? t('print.tooMany', { count: LABELS_MAX })
              : t('print.sheets', { labels, count: sheets })}
            {places > 1 && <p>{t('print.startHint')}</p>}
          </figcaption>
        </figure>
      </div>
    </Modal>
  )
}
