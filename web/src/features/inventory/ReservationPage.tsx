import { Form, Input, Radio, Tag } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OrderLink } from '@/features/orders'
import { adminColumn, quantityColumn } from '@/resource/listPage/columns'
import { ListPage } from '@/resource/listPage/ListPage'
import { useListPage } from '@/resource/listPage/useListPage'
import type { Column, RowAction } from '@/resource/types'
import type { RowOf } from '@/resource/useListing'
import { useAllowedAt } from '@/shared/hooks/useAllowedAt'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useRowDialog } from '@/shared/hooks/useRowDialog'
import { ApiError, http } from '@/shared/http'
import { decimal } from '@/shared/number/decimal'
import { productRow } from '@/shared/scan/findProduct'
import { ReasonDialog } from '@/shared/ui/ReasonDialog'
import { moment } from '@/shared/ui/time'
import { countedIn, tooFine } from '@/shared/units/units'
import { GoodsAt } from './GoodsAt'
import { TAKERS, takerOf, type Taker } from './handOver'
import { REASON_MAX } from './reason'
import { stockColumns, stockFilters } from './stock'

const URL = '/admin/warehouse.Reservation'
/** What an order of the shop and its parcels hold is the shop's affair. */
const SHOP = 'shop'
const byHand = (row: ReservationRow): boolean => row.order_kind !== SHOP && row.shop_order_no === null
export type ReservationRow = RowOf<typeof URL>
const WAYS = ['release', 'handOver'] as const
type Way = (typeof WAYS)[number]
/** The node's names of the fields of the dialog. */
const FIELDS = ['parts[0].quantity', 'to_order_no', 'to_line'] as const
/** Those of the other order's step: it takes nothing from itself or another warehouse, and has no such line. */
const OF_TAKER: Readonly<Record<string, string>> = { from_order_id: 'to_order_no', line: 'to_line' }

/** Releases a part of a reservation, or hands it over to another order's line. */
function Change({
  row,
  way,
  close,
  done,
}: {
  row: ReservationRow
  way: Way
  close: () => void
  done: () => void
}) {
  const { t } = useTranslation()
  const [quantity, setQuantity] = useState(row.quantity)
  const [to, setTo] = useState('')
  const [chosen, setChosen] = useState<Taker | null>(null)
  const [line, setLine] = useState('1')
  // What the node refuses, by its names of the fields, until something is changed.
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const kind = chosen ?? takerOf(to) ?? 'outbound'
  const amount = decimal(quantity)
  const most = decimal(row.quantity)
  // The node checks it all the same.
  const product = useFetched(`reserved product ${row.product_id}`, (signal) =>
    productRow(row.product_id, signal),
  )
  const fine = tooFine({ quantity, unit_id: null, units: [] }, countedIn(product.data).decimals)
  const problem =
    !amount || amount.lte(0) || (most && amount.gt(most))
      ? t('reservations.rule.quantity', { most: row.quantity })
      : fine?.in === 'entered'
        ? t('reservations.rule.decimals', { count: fine.decimals })
        : way === 'handOver' && (!to.trim() || !/^\d+$/.test(line))
          ? t('reservations.rule.to')
          : null
  const send = (reason: string, command_id: string): Promise<unknown> => {
    const { order_kind, order_id, warehouses_areas_id, warehouses_shelves_id } = row
    const part = {
      line: row.line,
      product_id: row.product_id,
      warehouses_areas_id,
      warehouses_shelves_id,
      batch_number: row.batch_number ?? '',
      quantity: quantity.trim(),
    }
    const more =
      way === 'handOver' ? { to_order_kind: kind, to_order_no: to.trim(), to_line: Number(line) } : {}
    return http.post(
      `${URL}/${way}`,
      { order_kind, order_id, parts: [part], reason, command_id, ...more },
      { announce: true },
    )
  }
  const refused = (error: unknown): boolean => {
    const errors = error instanceof ApiError ? error.errors : []
    const named = errors.map((one) => ({ ...one, field: OF_TAKER[one.field] ?? one.field }))
    const ours = named.filter(({ field }) => FIELDS.some((known) => known === field))
    setFaults(Object.fromEntries(ours.map(({ field, msg }) => [field, msg])))
    return ours.length > 0
  }
  const item = (field: (typeof FIELDS)[number]) => ({
    required: true,
    validateStatus: faults[field] ? ('error' as const) : undefined,
    help: faults[field],
  })
  const change =
    (set: (text: string) => void) =>
    (text: string): void => {
      setFaults({})
      set(text)
    }
  return (
    <ReasonDialog
      most={REASON_MAX}
      title={t(`reservations.${way}Of`, { number: row.operation_number })}
      problem={problem}
      refused={refused}
      close={close}
      send={send}
      done={done}
    >
      <GoodsAt row={row} />
      <Form.Item label={t('records.quantityOf')} {...item('parts[0].quantity')}>
        <Input
          aria-label={t('records.quantityOf')}
          inputMode="decimal"
          value={quantity}
          suffix={row.product?.unit?.name}
          onChange={change(setQuantity)}
        />
      </Form.Item>
      {way === 'handOver' && (
        <>
          <Form.Item label={t('reservations.toKind')} required>
            <Radio.Group
              type="button"
              aria-label={t('reservations.toKind')}
              value={kind}
              onChange={setChosen}
              options={TAKERS.map((value) => ({ value, label: t(`reservations.kinds.${value}`) }))}
            />
          </Form.Item>
          <Form.Item label={t('reservations.to')} extra={t('reservations.toHint')} {...item('to_order_no')}>
            <Input aria-label={t('reservations.to')} value={to} onChange={change(setTo)} />
          </Form.Item>
          <Form.Item label={t('reservations.toLine')} {...item('to_line')}>
            <Input
              aria-label={t('reservations.toLine')}
              inputMode="numeric"
              value={line}
              onChange={change(setLine)}
            />
          </Form.Item>
        </>
      )}
    </ReasonDialog>
  )
}

/** Reservations, the oldest first. */
export default function ReservationPage() {
  const { t } = useTranslation()
  const can = usePermission('warehouse/reservation')
  const at = useAllowedAt('warehouse/reservation')
  const may = (way: Way, row: ReservationRow): boolean =>
    can(way) && at(way, row.warehouses_id) && byHand(row)
  const list = useListPage(URL, {
    filters: [
      ...stockFilters(t),
      { kind: 'text', field: 'batch_number', label: t('inventory.batch') },
      { kind: 'text', field: 'operation_number', label: t('records.number') },
      { kind: 'dates', field: 'create_time', label: t('holds.since') },
    ],
    topics: ['inventory'],
  })
  const changing = useRowDialog<{ row: ReservationRow; way: Way }>(list.reload)

  const columnOf = stockColumns(t)
  const columns: Column<ReservationRow>[] = [
    columnOf.product,
    quantityColumn('quantity', t('records.quantityOf'), { sortable: true }),
    {
      key: 'operation_number',
      title: t('reservations.owner'),
      render: (row) => (
        <OrderLink kind={row.order_kind} id={row.order_id}>
          {row.operation_number} · {row.line}
        </OrderLink>
      ),
    },
    {
      key: 'order_type',
      title: t('reservations.reason'),
      render: (row) =>
        t([
          `reservations.reasons.${row.order_kind}.${row.order_type ?? 'any'}`,
          'reservations.reasons.other',
        ]),
    },
    columnOf.warehouses,
    { ...columnOf.place, wideOnly: true },
    columnOf.batch,
    {
      key: 'create_time',
      title: t('holds.since'),
      sortable: true,
      render: (row) => (
        <>
          {moment(row.create_time)}{' '}
          {row.old && (
            <Tag size="small" color="orange" bordered>
              {t('reservations.old')}
            </Tag>
          )}
        </>
      ),
    },
    {
      key: 'end_time',
      title: t('reservations.end'),
      wideOnly: true,
      render: (row) => (row.end_time ? moment(row.end_time) : t('reservations.open')),
    },
    adminColumn(t('orders.creator'), { wideOnly: true }),
  ]
  return (
    <ListPage
      list={list}
      page="warehouse/reservation"
      title={t('reservations.title')}
      remark={t('reservations.remark')}
      search={t('inventory.search')}
      columns={columns}
      actions={WAYS.map((way): RowAction<ReservationRow> => ({
        key: way,
        label: t(`reservations.${way}`),
        when: (row) => may(way, row),
        run: (row) => changing.open({ row, way }),
      }))}
    >
      {changing.row && <Change {...changing.row} close={changing.close} done={changing.done} />}
    </ListPage>
  )
}
