import { Button, DatePicker, Input, Message, Modal } from '@arco-design/web-react'
import { IconDelete, IconPlus } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { useProblem } from '@/shared/hooks/useProblem'
import { Numeral } from '@/shared/ui/Numeral'
import { Problem, Waiting } from '@/shared/ui/Page'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { askUndated } from '@/shared/ui/UndatedGoods'
import { BusinessDate } from './BusinessDate'
import type { StepBody } from './commands'
import type { Order } from './model'
import classes from './orders.module.css'
import { withPlaces } from './putAway'
import {
  batchUse,
  divided,
  expiryOf,
  inUnitOf,
  NONE,
  openOf,
  proposed,
  receiptFaults,
  renewed,
  REQUIRED,
  sumOf,
  partBodies,
  withUnit,
  type Receipt,
} from './receipt'
import { undated } from './undated'
import { UnitChoice } from './UnitChoice'

interface Props {
  title: string
  load: (signal: AbortSignal) => Promise<Order>
  busy: boolean
  close: () => void
  /** Answers whether it was done. */
  post: (order: Order, body: StepBody) => Promise<boolean>
}

const within = (field: string, val: number | null) => ({ search: [{ field, val, operator: 'eq' }] })

/** Asks what has come of each line: how much, of which batch, and where it is put. A line may come in several parts. */
export default function ReceiveGoods({ title, load, busy, close, post }: Props) {
  const { t } = useTranslation()
  const fetched = useFetched(title, load)
  const order = fetched.data
  const [changed, setChanged] = useState<readonly Receipt[] | null>(null)
  const [date, setDate] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const [placing, setPlacing] = useState(false)
  const { show } = useProblem()
  const parts = !order ? [] : changed ? renewed(changed, order) : proposed(order)

  const set = (part: Receipt, changes: Partial<Receipt>): void =>
    setChanged(parts.map((one) => (one.key === part.key ? { ...one, ...changes } : one)))
  const single = (part: Receipt): boolean =>
    parts.filter(({ line }) => line.line === part.line.line).length === 1

  const place = async (): Promise<void> => {
    if (!order) return
    setPlacing(true)
    // Only of parts that have none; what was typed meanwhile stays.
    await withPlaces(parts, order.warehouses_id).then(
      (placed) =>
        setChanged((old) =>
          (old ?? parts).map((part) => {
            const found = placed.find(({ key }) => key === part.key)
            if (part.area !== null || !found) return part
            const { area, areaLabel, shelf, shelfLabel } = found
            return { ...part, area, areaLabel, shelf, shelfLabel }
          }),
        ),
      show,
    )
    setPlacing(false)
  }

  const send = (): void => {
    if (!order) return
    setTried(true)
    if (parts.some((part) => Object.keys(receiptFaults(part)).length > 0)) return
    const lines = partBodies(parts)
    if (lines.length === 0) {
      Message.warning(t('orders.rule.none'))
      return
    }
    askUndated(t, undated(parts), async () => {
      // What was refused may be of an order that has changed: the next press is about the order as it is.
      if (!(await post(order, { lines, ...(date && { business_date: date }) }))) fetched.reload()
    })
  }

  const row = (part: Receipt, index: number) => {
    const { line } = part
    const faults = receiptFaults(part)
    const fault = (field: keyof typeof faults, always = false) => {
      const found = faults[field]
      if (!found || (!tried && !always)) return null
      return (
        <div className={classes.fault} role="alert">
          {t(found.key, { count: found.count, unit: found.unit })}
        </div>
      )
    }
    const aria = (key: string): string => `${t(`orders.line.${key}`)} ${index + 1}`
    const over = sumOf(parts, line).gt(openOf(line))
    return (
      <tr key={part.key}>
        <td>
          <ProductLabel product={line.product} />
          <div className={classes.hint}>
            {t('orders.line.open')} <Numeral value={openOf(line)} unit={line.product?.unit?.name} />
          </div>
        </td>
        <td>
          <Input
            className={classes.numeric}
            inputMode="decimal"
            aria-label={`${t('orders.line.now')} ${index + 1}`}
            status={faults.quantity ? 'error' : over ? 'warning' : undefined}
            value={part.quantity}
            onChange={(quantity) => set(part, { quantity })}
          />
          <UnitChoice
            line={inUnitOf(part)}
            label={aria('unit')}
            change={(unit) => set(part, withUnit(part, unit))}
          />
          {fault('quantity', true)}
          {over && !faults.quantity && <div className={classes.hint}>{t('orders.overOpenHint')}</div>}
        </td>
        <td>
          <Input
            aria-label={aria('batch')}
            maxLength={64}
            disabled={batchUse(line) === NONE}
            placeholder={batchUse(line) === REQUIRED ? t('orders.required') : t('common.optional')}
            status={tried && faults.batch ? 'error' : undefined}
            value={part.batch}
            onChange={(batch) => set(part, { batch })}
          />
          {fault('batch')}
        </td>
        <td>
          <DatePicker
            aria-label={aria('produce')}
            value={part.produce ?? undefined}
            placeholder={t('common.optional')}
            onChange={(value) => {
              const produce = value || null
              const expiry = expiryOf(line, produce)
              set(part, { produce, ...(expiry && { expiry }) })
            }}
          />
        </td>
        <td>
          <DatePicker
            aria-label={aria('expiry')}
            value={part.expiry ?? undefined}
            placeholder={t('common.optional')}
            onChange={(value) => set(part, { expiry: value || null })}
          />
          {fault('expiry', true)}
        </td>
        <td>
          <RemoteSelect
            url="/admin/warehouse.WarehouseArea"
            ariaLabel={aria('area')}
            params={within('warehouses_id', order?.warehouses_id ?? null)}
            value={part.area}
            known={part.areaLabel ?? undefined}
            placeholder={t('common.optional')}
            allowClear
            onChange={(area, found) =>
              set(part, {
                area,
                areaLabel: found ? String(found.name) : null,
                shelf: null,
                shelfLabel: null,
              })
            }
          />
        </td>
        <td>
          <RemoteSelect
            url="/admin/warehouse.WarehouseShelf"
            ariaLabel={aria('shelf')}
            disabled={part.area === null}
            params={within('warehouses_areas_id', part.area)}
            value={part.shelf}
            known={part.shelfLabel ?? undefined}
            placeholder={t('common.optional')}
            allowClear
            onChange={(shelf, found) => set(part, { shelf, shelfLabel: found ? String(found.name) : null })}
          />
        </td>
        <td>
          <Button
            type="text"
            size="small"
            icon={<IconPlus />}
            aria-label={`${t('orders.divide')} ${index + 1}`}
            title={t('orders.divide')}
            onClick={() => setChanged(divided(parts, part))}
          />
          {!single(part) && (
            <Button
              type="text"
              size="small"
              status="danger"
              icon={<IconDelete />}
              aria-label={`${t('orders.line.remove')} ${index + 1}`}
              onClick={() => setChanged(parts.filter(({ key }) => key !== part.key))}
            />
          )}
        </td>
      </tr>
    )
  }

  return (
    <Modal
      visible
      title={title}
      onCancel={close}
      onOk={send}
      confirmLoading={busy}
      className={classes.receiptModal}
    >
      {fetched.failure ? (
        <Problem error={fetched.failure} retry={fetched.reload} />
      ) : !order ? (
        <Waiting rows={4} />
      ) : (
        <>
          <BusinessDate value={date} change={setDate} />
          <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('orders.lines')}>
            <table className={classes.plain}>
              <thead>
                <tr>
                  <th>{t('orders.line.product')}</th>
                  <th className={classes.right}>{t('orders.line.now')}</th>
                  <th>{t('orders.line.batch')}</th>
                  <th>{t('orders.line.produce')}</th>
                  <th>{t('orders.line.expiry')}</th>
                  <th>{t('orders.line.area')}</th>
                  <th>{t('orders.line.shelf')}</th>
                  <th />
                </tr>
              </thead>
              <tbody>{parts.map(row)}</tbody>
            </table>
          </div>
          <div className={classes.proposals}>
            <Button size="small" onClick={() => setChanged(proposed(order))}>
              {t('orders.proposeOpen')}
            </Button>
            <Button size="small" onClick={() => setChanged(parts.map((part) => ({ ...part, quantity: '' })))}>
              {t('orders.proposeNone')}
            </Button>
            <Button size="small" loading={placing} onClick={() => void place()}>
              {t('orders.proposePlaces')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}
