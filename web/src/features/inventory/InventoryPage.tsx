import { Button, Tag } from '@arco-design/web-react'
import { IconRefresh } from '@arco-design/web-react/icon'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { FilterBar } from '@/resource/FilterBar'
import { DaysSelect } from '@/resource/list/DaysSelect'
import { ExportList } from '@/resource/list/ExportList'
import { SavedFilters } from '@/resource/list/SavedFilters'
import { ListView } from '@/resource/ListView'
import type { Column, Filter } from '@/resource/types'
import { useRows, type RowOf } from '@/resource/useListing'
import { useListState } from '@/resource/useListState'
import { useAllowedAt } from '@/shared/hooks/useAllowedAt'
import { usePermission } from '@/shared/hooks/usePermission'
import { useTopics } from '@/shared/hooks/useTopics'
import { columnDigits, decimal } from '@/shared/number/decimal'
import { withTexts } from '@/shared/print/texts'
import { Numeral } from '@/shared/ui/Numeral'
import { Card, Page } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'
import DatesDialog from './DatesDialog'
import HoldDialog from './HoldDialog'
import { HoldTag } from './HoldTag'
import type { Lost } from './holds'
import { LostOrders } from './LostOrders'
import MoveDialog from './MoveDialog'
import { placeFilters, recordsLink, stockColumns, stockFilters, traceLink, useOrderLinks } from './stock'

const URL = '/admin/warehouse.Inventory'
type InventoryRow = RowOf<typeof URL>
/** Average costs may have any number of decimals; prices have at most so many. */
const COST_DIGITS_MAX = 4
/** Goods that expire within so many days. */
const EXPIRES_IN: Filter = { kind: 'param', field: 'expires_in', label: '' }
const LabelDialog = lazy(() => withTexts(() => import('@/shared/print/LabelDialog')))

export default function InventoryPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const can = usePermission('warehouse/inventory')
  const at = useAllowedAt('warehouse/inventory')
  const [labelled, setLabelled] = useState<InventoryRow | null>(null)
  const mayHold = usePermission('warehouse/batchHold')
  const holdsAt = useAllowedAt('warehouse/batchHold')
  const mayRecords = usePermission('warehouse/inventoryRecord')
  const mayTrace = usePermission('warehouse/batchTrace')
  const orderLinks = useOrderLinks()
  const [moving, setMoving] = useState<InventoryRow | null>(null)
  const [holding, setHolding] = useState<InventoryRow | null>(null)
  const [lost, setLost] = useState<readonly Lost[]>([])
  const [dating, setDating] = useState<InventoryRow | null>(null)
  const filters = useMemo<Filter[]>(
    () => [
      ...stockFilters(t),
      ...placeFilters(t),
      { kind: 'text', field: 'batch_number', label: t('inventory.batch') },
      { kind: 'flag', field: 'below_safety', label: t('inventory.belowOnly') },
      { kind: 'flag', field: 'negative', label: t('inventory.negativeOnly') },
      { kind: 'flag', field: 'held', label: t('holds.only') },
      { kind: 'flag', field: 'zero', label: t('inventory.zero') },
    ],
    [t],
  )
  const state = useListState(useMemo(() => [EXPIRES_IN, ...filters], [filters]))
  const fetched = useRows(URL, state)
  useTopics(['inventory'], fetched.reload)

  const costs = (fetched.data?.list ?? []).map(({ average_cost }) => average_cost)
  const digits = Math.min(columnDigits(costs), COST_DIGITS_MAX)
  const columnOf = stockColumns(t)
  const columns: Column<InventoryRow>[] = [
    columnOf.product,
    columnOf.warehouses,
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
    {
      key: 'expiry_date',
      title: t('inventory.expiry'),
      sortable: true,
      wideOnly: true,
      render: (row) => row.expiry_date || '–',
    },
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
    {
      key: 'available_quantity',
      title: t('inventory.available'),
      numeric: true,
      render: (row) => <Numeral value={row.available_quantity} />,
    },
    {
      key: 'held_quantity',
      title: t('inventory.held'),
      numeric: true,
      wideOnly: true,
      render: (row) => <Numeral value={row.held_quantity} />,
    },
    {
      key: 'reserved_quantity',
      title: t('inventory.reserved'),
      numeric: true,
      render: (row) => <Numeral value={row.reserved_quantity} />,
    },
    {
      key: 'safety_stock_num',
      title: t('inventory.safety'),
      numeric: true,
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
      ? [
          {
            key: 'average_cost',
            title: t('inventory.cost'),
            numeric: true,
            render: (row: InventoryRow) => <Numeral value={row.average_cost} digits={digits} />,
          },
        ]
      : []),
    {
      key: 'update_time',
      title: t('common.updateTime'),
      sortable: true,
      wideOnly: true,
      render: (row) => moment(row.update_time),
    },
  ]

  return (
    <Page
      title={t('inventory.title')}
      remark={fetched.data?.remark || t('inventory.remark')}
      actions={
        <>
          <Button icon={<IconRefresh />} aria-label={t('common.refresh')} onClick={fetched.reload} />
          <ExportList
            page="warehouse/inventory"
            list={{ url: URL, title: t('inventory.title') }}
            params={state.params}
          />
        </>
      }
    >
      <Card>
        <FilterBar
          filters={filters}
          state={state}
          quickHint={t('inventory.search')}
          tools={
            <>
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
              <SavedFilters list="warehouse/inventory" />
            </>
          }
        />
        <ListView
          label={t('inventory.title')}
          state={state}
          fetched={fetched}
          columns={columns}
          actions={[
            {
              key: 'records',
              label: t('inventory.records'),
              when: () => mayRecords('index'),
              run: (row) => void navigate(recordsLink(row)),
            },
            {
              key: 'trace',
              label: t('trace.title'),
              when: () => mayTrace('index'),
              run: (row) => void navigate(traceLink(row)),
            },
            ...orderLinks,
            {
              key: 'move',
              label: t('inventory.move'),
              when: (row) => can('move') && at('move', row.warehouses_id),
              run: setMoving,
            },
            {
              key: 'labels',
              label: t('common.labels'),
              when: (row) => can('print') && !!row.batch_number,
              run: setLabelled,
            },
            {
              key: 'hold',
              label: t('holds.hold'),
              when: (row) => mayHold('add') && holdsAt('add', row.warehouses_id),
              run: setHolding,
            },
            {
              key: 'dates',
              label: t('inventory.dates'),
              when: (row) => can('dates') && at('dates', row.warehouses_id),
              run: setDating,
            },
          ]}
        />
      </Card>
      {labelled && (
        <Suspense>
          <LabelDialog
            url={URL}
            items={[
              {
                product_id: labelled.product_id,
                batch_number: labelled.batch_number,
                produce_date: labelled.produce_date,
                expiry_date: labelled.expiry_date,
              },
            ]}
            close={() => setLabelled(null)}
          />
        </Suspense>
      )}
      {moving && (
        <MoveDialog
          row={moving}
          close={() => setMoving(null)}
          done={() => {
            setMoving(null)
            fetched.reload()
          }}
        />
      )}
      {dating && (
        <DatesDialog
          row={dating}
          close={() => setDating(null)}
          done={() => {
            setDating(null)
            fetched.reload()
          }}
        />
      )}
      {holding && (
        <HoldDialog
          batch={{
            product_id: holding.product_id,
            product_name: holding.product.name ?? undefined,
            batch_number: holding.batch_number ?? '',
            warehouses_id: holding.warehouses_id,
          }}
          close={() => setHolding(null)}
          done={(released) => {
            setHolding(null)
            fetched.reload()
            setLost(released)
          }}
        />
      )}
      <LostOrders orders={lost} close={() => setLost([])} />
    </Page>
  )
}
