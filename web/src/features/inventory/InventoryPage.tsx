import { Tag } from '@arco-design/web-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DaysSelect } from '@/resource/list/DaysSelect'
import { numberColumn, textColumn, timeColumn } from '@/resource/listPage/columns'
import { ListPage } from '@/resource/listPage/ListPage'
import { useListPage } from '@/resource/listPage/useListPage'
import type { Column, Filter } from '@/resource/types'
import type { RowOf } from '@/resource/useListing'
import { useAllowedAt } from '@/shared/hooks/useAllowedAt'
import { usePermission } from '@/shared/hooks/usePermission'
import { useRowDialog } from '@/shared/hooks/useRowDialog'
import { columnDigits, decimal } from '@/shared/number/decimal'
import { withTexts } from '@/shared/print/texts'
import { Numeral } from '@/shared/ui/Numeral'
import DatesDialog from './DatesDialog'
import HoldDialog from './HoldDialog'
import { HoldTag } from './HoldTag'
import type { Lost } from './holds'
import { LostOrders } from './LostOrders'
import MoveDialog from './MoveDialog'
import { placeFilters, stockColumns, stockFilters, useStockLinks } from './stock'

const URL = '/admin/warehouse.Inventory'
type InventoryRow = RowOf<typeof URL>
/** Average costs may have any number of decimals; prices have at most so many. */
const COST_DIGITS_MAX = 4
/** Goods that expire within so many days. */
const EXPIRES_IN: Filter = { kind: 'param', field: 'expires_in', label: '' }
const LabelDialog = lazy(() => withTexts(() => import('@/shared/print/LabelDialog')))

const labelOf = ({ product_id, batch_number, produce_date, expiry_date }: InventoryRow) => ({
  product_id,
  batch_number,
  produce_date,
  expiry_date,
})
const batchOf = ({ product_id, product, batch_number, warehouses_id }: InventoryRow) => ({
  product_id,
  product_name: product.name ?? undefined,
  batch_number: batch_number ?? '',
  warehouses_id,
})

export default function InventoryPage() {
  const { t } = useTranslation()
  const can = usePermission('warehouse/inventory')
  const at = useAllowedAt('warehouse/inventory')
  const mayHold = usePermission('warehouse/batchHold')
  const holdsAt = useAllowedAt('warehouse/batchHold')
  const links = useStockLinks()
  const list = useListPage(URL, {
    filters: [
      ...stockFilters(t),
      ...placeFilters(t),
      { kind: 'text', field: 'batch_number', label: t('inventory.batch') },
      { kind: 'flag', field: 'below_safety', label: t('inventory.belowOnly') },
      { kind: 'flag', field: 'negative', label: t('inventory.negativeOnly') },
      { kind: 'flag', field: 'held', label: t('holds.only') },
      { kind: 'flag', field: 'zero', label: t('inventory.zero') },
    ],
    apart: [EXPIRES_IN],
    topics: ['inventory'],
  })
  const { state, fetched, reload } = list
  const labelled = useRowDialog<InventoryRow>(reload)
  const moving = useRowDialog<InventoryRow>(reload)
  const holding = useRowDialog<InventoryRow>(reload)
  const dating = useRowDialog<InventoryRow>(reload)
  const [lost, setLost] = useState<readonly Lost[]>([])

  const costs = (fetched.data?.list ?? []).map(({ average_cost }) => average_cost)
  const digits = Math.min(columnDigits(costs), COST_DIGITS_MAX)
  const columnOf = stockColumns(t)
  const columns: Column<InventoryRow>[] = [
    columnOf.product,
    columnOf.warehouses,
    {
      key: 'total_quantity',
      title: t('inventory.onHand'),
      numeric: true,
      sortable: true,
      render: (row) => (
        <span data-testid="on-hand">
          <Numeral
            value={row.total_quantity}
            unit={row.product?.unit?.name}
            bad={decimal(row.total_quantity)?.lt(0)}
          />
        </span>
      ),
    },
    numberColumn('available_quantity', t('inventory.available')),
    numberColumn('reserved_quantity', t('inventory.reserved'), { lesser: true }),
    numberColumn('held_quantity', t('inventory.held'), { wideOnly: true }),
    {
      key: 'safety_stock_num',
      title: t('inventory.safety'),
      numeric: true,
      lesser: true,
      render: (row) => (
        <>
          {row.below_safety && (
            <Tag size="small" color="red" bordered title={t('inventory.belowHint')}>
              {t('inventory.below')}
            </Tag>
          )}{' '}
          <Numeral value={row.safety_stock_num} bad={row.below_safety} />
        </>
      ),
    },
    ...(can('cost')
      ? [numberColumn('average_cost', t('inventory.cost'), { money: true, digits, lesser: true })]
      : []),
    columnOf.place,
    {
      ...columnOf.batch,
      render: (row) => (
        <>
          {row.batch_number || '–'}{' '}
          <HoldTag state={row.hold_state} reason={row.hold_reason} everywhere={row.hold_everywhere} />
          {row.hold_state === 0 && <HoldTag state={row.area_purpose} />}
          {row.expired && decimal(row.total_quantity)?.gt(0) && (
            <Tag size="small" bordered color="red">
              {t('inventory.past')}
            </Tag>
          )}
        </>
      ),
    },
    textColumn('expiry_date', t('inventory.expiry'), { sortable: true, wideOnly: true }),
    timeColumn('update_time', t('common.updateTime'), { sortable: true, wideOnly: true }),
  ]

  return (
    <ListPage
      list={list}
      page="warehouse/inventory"
      title={t('inventory.title')}
      remark={t('inventory.remark')}
      search={t('inventory.search')}
      tools={
        <DaysSelect
          label={t('inventory.expiring')}
          value={state.value(EXPIRES_IN.field)}
          days={[0, 7, 30]}
          name={(days) =>
            days === '0' ? t('inventory.expired') : t('inventory.expiresIn', { count: Number(days) })
          }
          onChange={(days) =>
            state.set({ [EXPIRES_IN.field]: days, ...(days && { order: 'expiry_date,asc' }) })
          }
        />
      }
      columns={columns}
      actions={[
        links.records,
        links.trace,
        ...links.orders,
        {
          key: 'move',
          label: t('inventory.move'),
          when: (row) => can('move') && at('move', row.warehouses_id),
          run: moving.open,
        },
        {
          key: 'labels',
          label: t('common.labels'),
          when: (row) => can('print') && !!row.batch_number,
          run: labelled.open,
        },
        {
          key: 'hold',
          label: t('holds.hold'),
          when: (row) => mayHold('add') && holdsAt('add', row.warehouses_id),
          run: holding.open,
        },
        {
          key: 'dates',
          label: t('inventory.dates'),
          when: (row) => can('dates') && at('dates', row.warehouses_id),
          run: dating.open,
        },
      ]}
    >
      {labelled.row && (
        <Suspense>
          <LabelDialog url={URL} items={[labelOf(labelled.row)]} close={labelled.close} />
        </Suspense>
      )}
      {moving.row && <MoveDialog row={moving.row} close={moving.close} done={moving.done} />}
      {dating.row && <DatesDialog row={dating.row} close={dating.close} done={dating.done} />}
      {holding.row && (
        <HoldDialog
          batch={batchOf(holding.row)}
          close={holding.close}
          done={(released) => {
            holding.done()
            setLost(released)
          }}
        />
      )}
      <LostOrders orders={lost} close={() => setLost([])} />
    </ListPage>
  )
}
