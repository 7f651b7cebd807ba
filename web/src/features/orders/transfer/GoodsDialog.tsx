import { Input, Message, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { Numeral } from '@/shared/ui/Numeral'
import { decimal } from '@/shared/number/decimal'
import { Problem, Waiting } from '@/shared/ui/Page'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { HeadCell } from '../HeadCell'
import classes from '../orders.module.css'
import {
  REASONED,
  amountOf,
  partFault,
  sentParts,
  type GoodsStep,
  type Order,
  type OrderLine,
  type Part,
  type Place,
} from './model'

interface Props {
  step: GoodsStep
  title: string
  load: (signal: AbortSignal) => Promise<Order>
  busy: boolean
  close: () => void
  post: (order: Order, body: { lines: object[]; reason?: string }) => Promise<void>
}

const NOWHERE: Place = { area: null, shelf: null }
const within = (field: string, val: number | null | undefined) => ({
  search: [{ field, val: val ?? null, operator: 'eq' }],
})

/** Asks how much of each line goes, arrives, goes back or is given up; all of it is proposed. */
export default function GoodsDialog({ step, title, load, busy, close, post }: Props) {
  const { t } = useTranslation()
  const fetched = useFetched(title, load)
  const [typed, setTyped] = useState<Readonly<Record<number, Part>>>({})
  const [good, setGood] = useState<Place>(NOWHERE)
  const [damaged, setDamaged] = useState<Place>(NOWHERE)
  const [reason, setReason] = useState('')
  const [wanting, setWanting] = useState(false)
  const order = fetched.data
  const open = (order?.lines ?? []).filter((line) => amountOf(step, line).gt(0))
  const arrives = step === 'receive'
  const now = t(arrives ? 'transferOrders.good' : 'orders.line.now')
  const asksReason = REASONED.includes(step)
  const partOf = (line: OrderLine): Part =>
    typed[line.line] ?? { quantity: amountOf(step, line).toString(), damaged: '' }
  const set = (line: OrderLine, changes: Partial<Part>): void =>
    setTyped((old) => ({ ...old, [line.line]: { ...partOf(line), ...changes } }))

  /** While all that is on the road is named, what is damaged is less that is good. */
  const withDamaged = (line: OrderLine, text: string): Partial<Part> => {
    const part = partOf(line)
    const [good, before, after] = [decimal(part.quantity), decimal(part.damaged || '0'), decimal(text || '0')]
    const all = amountOf(step, line)
    const rest = after && all.minus(after)
    if (!good || !before || !rest || rest.lt(0) || !good.plus(before).eq(all)) return { damaged: text }
    return { damaged: text, quantity: rest.toString() }
  }

  const send = (): void => {
    if (!order || open.some((line) => partFault(step, line, partOf(line)))) return
    if (asksReason && !reason.trim()) return setWanting(true)
    const parts = Object.fromEntries(open.map((line) => [line.line, partOf(line)]))
    const lines = sentParts(open, parts, good, damaged)
    if (lines.length === 0) {
      Message.warning(t('orders.rule.none'))
      return
    }
    void post(order, { lines, ...(asksReason ? { reason: reason.trim() } : {}) })
  }

  const choose = (label: string, place: Place, change: (place: Place) => void) => (
    <>
      <HeadCell label={label}>
        <RemoteSelect
          url="/admin/warehouse.WarehouseArea"
          ariaLabel={label}
          params={within('warehouses_id', order?.target_warehouses_id)}
          value={place.area}
          placeholder={t('transferOrders.asPlanned')}
          allowClear
          onChange={(area) => change({ area, shelf: null })}
        />
      </HeadCell>
      <HeadCell label={t('orders.line.shelf')}>
        <RemoteSelect
          url="/admin/warehouse.WarehouseShelf"
          ariaLabel={`${label} ${t('orders.line.shelf')}`}
          disabled={place.area === null}
          params={within('warehouses_areas_id', place.area)}
          value={place.shelf}
          placeholder={t('common.optional')}
          allowClear
          onChange={(shelf) => change({ ...place, shelf })}
        />
      </HeadCell>
    </>
  )

  const amount = (line: OrderLine, field: keyof Part, label: string) => (
    <Input
      className={classes.numeric}
      inputMode="decimal"
      aria-label={`${label} ${line.line}`}
      status={partFault(step, line, partOf(line)) ? 'error' : undefined}
      value={partOf(line)[field]}
      onChange={(text) => set(line, field === 'damaged' ? withDamaged(line, text) : { quantity: text })}
    />
  )

  return (
    <Modal visible title={title} onCancel={close} onOk={send} confirmLoading={busy} className={classes.modal}>
      {fetched.error ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : fetched.loading ? (
        <Waiting rows={4} />
      ) : (
        <>
          <p className={classes.hint}>{t(`transferOrders.hints.${step}`)}</p>
          {arrives && (
            <div className={classes.head}>
              {choose(t('transferOrders.goodInto'), good, setGood)}
              {choose(t('transferOrders.damagedInto'), damaged, setDamaged)}
            </div>
          )}
          <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('orders.lines')}>
            <table className={classes.plain}>
              <thead>
                <tr>
                  <th>{t('orders.line.product')}</th>
                  <th className={classes.right}>{t(`transferOrders.open.${step}`)}</th>
                  <th className={classes.right}>{now}</th>
                  {arrives && <th className={classes.right}>{t('transferOrders.damagedNow')}</th>}
                </tr>
              </thead>
              <tbody>
                {open.map((line) => {
                  const fault = partFault(step, line, partOf(line))
                  return (
                    <tr key={line.line}>
                      <td>
                        <ProductLabel product={line.product} />
                      </td>
                      <td className={classes.right}>
                        <Numeral value={amountOf(step, line)} unit={line.product?.unit?.name} />
                      </td>
                      <td>
                        {amount(line, 'quantity', now)}
                        {fault && <div className={classes.fault}>{t(fault.key, { count: fault.count })}</div>}
                      </td>
                      {arrives && <td>{amount(line, 'damaged', t('transferOrders.damagedNow'))}</td>}
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
          {asksReason && (
            <>
              <label htmlFor="transfer-reason">{t('orders.reason')}</label>
              <Input.TextArea
                id="transfer-reason"
                value={reason}
                onChange={setReason}
                maxLength={200}
                showWordLimit
                status={wanting && !reason.trim() ? 'error' : undefined}
                placeholder={wanting && !reason.trim() ? t('orders.reasonNeeded') : t('orders.reasonHint')}
                autoSize={{ minRows: 2 }}
              />
            </>
          )}
        </>
      )}
    </Modal>
  )
}
