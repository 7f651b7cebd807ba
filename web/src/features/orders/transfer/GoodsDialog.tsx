import { Input, Message } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { Numeral } from '@/shared/ui/Numeral'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { ReasonField } from '@/shared/ui/ReasonField'
import { BusinessDate } from '../BusinessDate'
import type { StepBody } from '../commands'
import { HeadCell } from '../HeadCell'
import { LoadedModal } from '../LoadedModal'
import classes from '../orders.module.css'
import {
  isDamaged,
  NOWHERE,
  partFault,
  putsGoods,
  rowsOf,
  sentParts,
  wholeOf,
  withDamaged,
  type Part,
  type Place,
  type Row,
} from './goods'
import { REASONED, type GoodsStep, type Order } from './model'
import { PlaceSelects } from './PlaceSelects'

interface Props {
  step: GoodsStep
  title: string
  load: (signal: AbortSignal) => Promise<Order>
  busy: boolean
  close: () => void
  /** Answers whether it was done. */
  post: (order: Order, body: StepBody) => Promise<boolean>
}

/** Asks how much of each batch of a line arrives, goes back or is given up, and where it is put; all of it is proposed. */
export default function GoodsDialog({ step, title, load, busy, close, post }: Props) {
  const { t } = useTranslation()
  const fetched = useFetched(title, load)
  const [typed, setTyped] = useState<Readonly<Record<string, Part>>>({})
  const [good, setGood] = useState<Place>(NOWHERE)
  const [damaged, setDamaged] = useState<Place>(NOWHERE)
  const [date, setDate] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const order = fetched.data
  const rows = rowsOf(step, order?.lines ?? [])
  const [arrives, puts] = [step === 'receive', putsGoods(step)]
  const warehouse = arrives ? order?.target_warehouses_id : order?.warehouses_id
  const now = t(arrives ? 'transferOrders.good' : 'orders.line.now')
  const needsReason = REASONED.includes(step)
  const partOf = (row: Row): Part => typed[row.key] ?? wholeOf(row)
  const set = (row: Row, changes: Partial<Part>): void =>
    setTyped((old) => ({ ...old, [row.key]: { ...partOf(row), ...changes } }))
  const damages = rows.some((row) => isDamaged(partOf(row)))
  // Damaged goods never lie among those that may be sold.
  const lacksPlace = damages && damaged.area === null
  const silent = needsReason && !reason.trim()

  const send = async (): Promise<void> => {
    if (!order || rows.some((row) => partFault(row, partOf(row)))) return
    setTried(true)
    if (silent || lacksPlace) return
    const lines = sentParts(
      rows.map((row) => [row, partOf(row)]),
      good,
      damaged,
    )
    if (lines.length === 0) {
      Message.warning(t('orders.rule.none'))
      return
    }
    const sent = {
      lines,
      ...((needsReason || damages) && reason.trim() && { reason: reason.trim() }),
      ...(date && { business_date: date }),
    }
    // What was refused may be of an order that has changed: the next press is about the order as it is.
    if (!(await post(order, sent))) fetched.reload()
  }

  /** Where all goods of a sort are put. */
  const choose = (label: string, place: Place, change: (place: Place) => void, held = false) => (
    <PlaceSelects
      label={label}
      warehouse={warehouse}
      held={held}
      value={place}
      placeholder={t(
        held ? 'common.choose' : arrives ? 'transferOrders.asPlanned' : 'transferOrders.asBefore',
      )}
      error={held && tried && lacksPlace}
      change={change}
      frame={(field, select) => (
        <HeadCell
          label={field === 'area' ? label : t('orders.line.shelf')}
          fault={held && field === 'area' && tried && lacksPlace ? t('transferOrders.rule.held') : undefined}
        >
          {select}
        </HeadCell>
      )}
    />
  )

  const amount = (row: Row, field: 'quantity' | 'damaged', label: string) => (
    <Input
      className={classes.numeric}
      inputMode="decimal"
      aria-label={`${label} ${row.key}`}
      status={partFault(row, partOf(row)) ? 'error' : undefined}
      value={partOf(row)[field]}
      onChange={(text) =>
        set(row, field === 'damaged' ? withDamaged(row, partOf(row), text) : { quantity: text })
      }
    />
  )

  const line = (row: Row) => {
    const fault = partFault(row, partOf(row))
    return (
      <tr key={row.key}>
        <td>
          <ProductLabel product={row.line.product} />
          {row.batch && (
            <div className={classes.hint}>
              {row.batch} {row.expiry ? t('transferOrders.expires', { day: row.expiry }) : ''}
            </div>
          )}
        </td>
        <td className={classes.right}>
          <Numeral value={row.room} unit={row.line.product?.unit?.name} />
        </td>
        <td>
          {amount(row, 'quantity', now)}
          {fault && <div className={classes.fault}>{t(fault.key, { count: fault.count })}</div>}
        </td>
        {arrives && <td>{amount(row, 'damaged', t('transferOrders.damagedNow'))}</td>}
        {puts && (
          <PlaceSelects
            label={`${t('orders.line.area')} ${row.key}`}
            warehouse={warehouse}
            value={partOf(row).place}
            placeholder={t('transferOrders.asAbove')}
            change={(place) => set(row, { place })}
            frame={(field, select) => <td key={field}>{select}</td>}
          />
        )}
      </tr>
    )
  }

  return (
    <LoadedModal {...{ title, fetched, busy, close, send }} wide={puts}>
      <p className={classes.hint}>{t(`transferOrders.hints.${step}`)}</p>
      {puts && (
        <>
          <BusinessDate value={date} change={setDate} />
          <div className={classes.places}>
            {choose(t(arrives ? 'transferOrders.goodInto' : 'transferOrders.into'), good, setGood)}
            {arrives && choose(t('transferOrders.damagedInto'), damaged, setDamaged, true)}
          </div>
        </>
      )}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('orders.lines')}>
        <table className={classes.plain}>
          <thead>
            <tr>
              <th>{t('orders.line.product')}</th>
              <th className={classes.right}>{t(`transferOrders.open.${step}`)}</th>
              <th className={classes.right}>{now}</th>
              {arrives && <th className={classes.right}>{t('transferOrders.damagedNow')}</th>}
              {puts && (
                <>
                  <th>{t('orders.line.area')}</th>
                  <th>{t('orders.line.shelf')}</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>{rows.map(line)}</tbody>
        </table>
      </div>
      {(needsReason || damages) && (
        <div className={classes.reason}>
          <ReasonField
            label={needsReason ? undefined : t('transferOrders.damagedReason')}
            value={reason}
            change={setReason}
            lacks={tried && silent}
            hint={t('orders.reasonHint')}
            optional={!needsReason}
          />
        </div>
      )}
    </LoadedModal>
  )
}
