import { Button, Input, Message, Modal } from '@arco-design/web-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { findProducts } from './findProducts'
import type { DraftLine } from './model'
import { linesOfRows, readRows, type PasteFault, type Sheet } from './pasted'
import classes from './stock.module.css'

interface Props {
  sheet: Sheet
  /** What was pasted over the lines; empty when the dialog was opened by its button. */
  text: string
  close: () => void
  take: (lines: readonly DraftLine[]) => void
}

/** Faults that are shown; mending these shows the next. */
const FAULTS_SHOWN = 50

/** Fills lines with rows of a spreadsheet. Nothing is filled while a row is wrong; each fault names its row. */
export default function PasteRows({ sheet, text: pasted, close, take }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [text, setText] = useState(pasted)
  const [faults, setFaults] = useState<readonly PasteFault[]>([])
  const [busy, setBusy] = useState(false)

  const fill = async (): Promise<void> => {
    const read = readRows(text, sheet)
    if (read.rows.length === 0 && read.faults.length === 0)
      return void Message.warning(t('orderForm.pasted.nothing'))
    setBusy(true)
    try {
      const products = await findProducts(read.rows.map(({ product }) => product))
      const { lines, faults: unknown } = linesOfRows(
        read.rows.filter(({ product }) => product !== ''),
        products,
        sheet,
      )
      const wrong = [...read.faults, ...unknown].sort((one, other) => one.row - other.row)
      setFaults(wrong)
      if (wrong.length > 0) return
      take(lines)
      Message.success(t('orderForm.pasted.filled', { count: lines.length }))
      close()
    } catch (error) {
      show(error)
    } finally {
      setBusy(false)
    }
  }
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || pasted === '') return
    begun.current = true
    void fill()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, with what was pasted
  }, [])

  const columns = sheet.columns.map((column) => t(`orders.line.${column}`))
  return (
    <Modal
      visible
      title={t('orderForm.pasted.title')}
      style={{ width: 'min(680px, 94vw)' }}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="primary" loading={busy} disabled={text.trim() === ''} onClick={() => void fill()}>
            {t('orderForm.pasted.fill')}
          </Button>
        </>
      }
    >
      <div className={classes.paste}>
        <span>{t('orderForm.pasted.columns', { columns: columns.join(t('orderForm.pasted.comma')) })}</span>
        <Input.TextArea
          aria-label={t('orderForm.pasted.title')}
          data-scan="own"
          autoSize={{ minRows: 6, maxRows: 14 }}
          value={text}
          onChange={(value) => {
            setText(value)
            setFaults([])
          }}
        />
        {faults.length > 0 && (
          <ul className={classes.faults} role="alert">
            {faults.slice(0, FAULTS_SHOWN).map((fault) => (
              <li key={`${fault.row} ${fault.key} ${fault.value}`}>
                {t('orderForm.pasted.row', { row: fault.row })}{' '}
                {t(`orderForm.pasted.${fault.key}`, { value: fault.value || '–' })}
              </li>
            ))}
            {faults.length > FAULTS_SHOWN && (
              <li>{t('orderForm.pasted.others', { count: faults.length - FAULTS_SHOWN })}</li>
            )}
          </ul>
        )}
      </div>
    </Modal>
  )
}
