import { Button, InputNumber, Modal, Radio, Select } from '@arco-design/web-react'
import { IconDelete, IconPlus } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AreaCascader } from '@/shared/address/AreaCascader'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
// eslint-disable-next-line no-restricted-imports -- the document does not describe the offers of goods
import { client, http, type Schema } from '@/shared/http'
import { Step } from '@/shared/shop/FreightStep'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import classes from './freight.module.css'

type Calculated = Schema<'Calculated'>

interface Sku {
  id: number
  sku_text: string
  sku_code: string
}

interface Line {
  goods: number | null
  skus: readonly Sku[]
  sku: number | null
  /** As it was typed; nothing while the field is empty. */
  quantity: number | undefined
}

const EMPTY: Line = { goods: null, skus: [], sku: null, quantity: 1 }
const LINES_MAX = 20
const PIECES_MAX = 9_999
const FREE = '0.00'
const isPieces = (quantity: number | undefined): quantity is number =>
  quantity !== undefined && quantity >= 1 && quantity <= PIECES_MAX

interface Props {
  /** The template to try out; without one, each of the goods has its own. */
  template: { id: number; name: string } | null
  close: () => void
}

function Result({ of }: { of: Calculated }) {
  const { t } = useTranslation()
  const money = (amount: string): string => t('shop.money', { amount })
  return (
    <section className={classes.result} aria-live="polite">
      <p>
        {of.area_text} · {t('shopAdmin.calculate.goods', { amount: money(of.goods_amount) })}
      </p>
      <strong>
        {of.freight === FREE
          ? t('shopAdmin.calculate.free')
          : t('shopAdmin.calculate.freight', { amount: money(of.freight) })}
      </strong>
      <ul>
        {of.steps.map((step) => (
          <Step key={step.template_id} step={step} />
        ))}
      </ul>
      {of.missing_to_free && <p>{t('shopOrder.freight.missing', { amount: money(of.missing_to_free) })}</p>}
    </section>
  )
}

/** What the freight of a basket would be, step by step; nothing is written. */
export default function CalculateDialog({ template, close }: Props) {
  const { t } = useTranslation()
  const { show, errorText } = useProblem()
  const { busy, submit } = useSubmit((error) => setFault(errorText(error)))
  const [lines, setLines] = useState<readonly Line[]>([EMPTY])
  const [area, setArea] = useState<number[]>([])
  const [own, setOwn] = useState(template !== null)
  const [fault, setFault] = useState<string | null>(null)
  const [result, setResult] = useState<Calculated | null>(null)
  const change = (next: readonly Line[]): void => {
    setLines(next)
    setResult(null)
  }
  const set = (at: number, part: Partial<Line>): void =>
    change(lines.map((line, index) => (index === at ? { ...line, ...part } : line)))
  const choose = (at: number, goods: number | null): void => {
    set(at, { ...EMPTY, goods, quantity: lines[at]?.quantity })
    if (goods === null) return
    client
      .get<{ row: { skus: Sku[] } }>('/admin/shop.goods.Goods/edit', { id: goods })
      .then(
        ({ row: { skus } }) =>
          setLines((now) =>
            now.map((line, index) =>
              index === at && line.goods === goods ? { ...line, skus, sku: skus[0]?.id ?? null } : line,
            ),
          ),
        show,
      )
  }
  const calculate = (): void => {
    const wanted = lines.flatMap(({ sku, quantity }) =>
      sku === null ? [] : [{ sku_id: sku, quantity: quantity ?? 0 }],
    )
    setFault(null)
    setResult(null)
    if (wanted.length === 0) return setFault(t('shopAdmin.calculate.needGoods'))
    const odd = lines.findIndex(({ sku, quantity }) => sku !== null && !isPieces(quantity))
    if (odd >= 0)
      return setFault(
        t('resource.errorAt', {
          place: t('shopAdmin.calculate.quantityOf', { number: odd + 1 }),
          error: t('shopAdmin.calculate.wrongQuantity', { most: PIECES_MAX }),
        }),
      )
    if (area.length === 0) return setFault(t('shopAdmin.calculate.needArea'))
    const by = own && template ? { template_id: template.id } : {}
    void submit(
      () => http.post('/admin/shop.delivery.Template/calculate', { lines: wanted, area, ...by }),
      setResult,
    )
  }
  return (
    <Modal
      visible
      title={t('shopAdmin.calculate.title')}
      onCancel={close}
      onOk={calculate}
      okText={t('shopAdmin.calculate.go')}
      confirmLoading={busy}
      okButtonProps={{ disabled: lines.some(({ goods, sku }) => goods !== null && sku === null) }}
      style={{ width: 'min(640px, 94vw)' }}
    >
      <div className={classes.calculate}>
        {template && (
          <Radio.Group
            aria-label={t('shopAdmin.calculate.by')}
            value={own}
            onChange={(next: boolean) => {
              setOwn(next)
              setResult(null)
            }}
            options={[
              { value: true, label: t('shopAdmin.calculate.this', { name: template.name }) },
              { value: false, label: t('shopAdmin.calculate.goodsOwn') },
            ]}
          />
        )}
        {lines.map((line, at) => (
          <div key={at} className={classes.basket}>
            <RemoteSelect
              url="/admin/shop.goods.Goods"
              ariaLabel={t('shopAdmin.calculate.goodsOf', { number: at + 1 })}
              placeholder={t('shopAdmin.calculate.chooseGoods')}
              value={line.goods}
              onChange={(goods) => choose(at, goods)}
            />
            {line.skus.length > 1 && (
              <Select
                aria-label={t('shopAdmin.calculate.skuOf', { number: at + 1 })}
                value={line.sku ?? undefined}
                options={line.skus.map(({ id, sku_text: text, sku_code: code }) => ({
                  value: id,
                  label: text || code,
                }))}
                onChange={(sku: number) => set(at, { sku })}
              />
            )}
            <InputNumber
              aria-label={t('shopAdmin.calculate.quantityOf', { number: at + 1 })}
              precision={0}
              error={!isPieces(line.quantity)}
              value={line.quantity}
              onChange={(quantity: number | undefined) => set(at, { quantity })}
            />
            <Button
              type="text"
              status="danger"
              icon={<IconDelete />}
              disabled={lines.length === 1}
              aria-label={t('shopAdmin.calculate.remove', { number: at + 1 })}
              onClick={() => change(lines.filter((_, index) => index !== at))}
            />
          </div>
        ))}
        <Button
          type="dashed"
          icon={<IconPlus />}
          disabled={lines.length >= LINES_MAX}
          onClick={() => change([...lines, EMPTY])}
        >
          {t('shopAdmin.calculate.add')}
        </Button>
        <AreaCascader
          label={t('shopAdmin.calculate.area')}
          value={area}
          onChange={(next) => {
            setArea(next)
            setResult(null)
          }}
        />
        {fault && (
          <div role="alert" className={classes.wrong}>
            {fault}
          </div>
        )}
        {result && <Result of={result} />}
      </div>
    </Modal>
  )
}
