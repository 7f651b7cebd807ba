import { Radio, Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { DaysSelect } from '@/resource/list/DaysSelect'
import { numberColumn } from '@/resource/listPage/columns'
import { ListPage } from '@/resource/listPage/ListPage'
import { useListPage } from '@/resource/listPage/useListPage'
import type { Column, Filter } from '@/resource/types'
import type { RowOf } from '@/resource/useListing'
import { usePermission } from '@/shared/hooks/usePermission'
import { decimal } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { AsOf, DateBasis } from './AsOf'
import classes from './inventory.module.css'
import { stockColumns, stockFilters, type StockRow } from './stock'

const URL = '/admin/warehouse.StockLevel'
type LevelRow = RowOf<typeof URL>
const LEVELS = ['product', 'warehouse', 'area', 'shelf', 'batch'] as const
type Level = (typeof LEVELS)[number]

/** Where a row's goods are, as far as it says. */
const PLACES = ['warehouses_id', 'warehouses_areas_id', 'warehouses_shelves_id', 'batch_number'] as const

/** Products of which nothing went out for so many days. */
const IDLE_DAYS: Filter = { kind: 'param', field: 'idle_days', label: '' }

const figures = [
  ['total_quantity', 'onHand'],
  ['available_quantity', 'available'],
  ['reserved_quantity', 'reserved'],
  ['held_quantity', 'held'],
  ['expected_quantity', 'expected'],
] as const
/** Those that make room for the others. */
const LESSER: readonly string[] = ['reserved_quantity', 'held_quantity', 'expected_quantity']

/** What is in transit of transfers; of a warehouse, on either side of it. */
function OnRoad({ row, sides }: { row: LevelRow; sides: boolean }) {
  const { t } = useTranslation()
  const figures = [
    ['coming', row.coming_quantity],
    ...(sides ? [['leaving', row.leaving_quantity] as const] : []),
  ] as const
  const shown = figures.filter(([, quantity]) => decimal(quantity ?? '0')?.gt(0))
  if (shown.length === 0) return <>–</>
  return (
    <>
      {shown.map(([side, quantity]) => (
        <div key={side} data-road={side}>
          {sides && `${t(`inventory.${side}`)} `}
          <Numeral value={quantity} />
        </div>
      ))}
    </>
  )
}

/** Stock summed by product, and further by warehouse, area, shelf or batch. */
export default function StockLevelPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayInventory = usePermission('warehouse/inventory')
  const [search] = useSearchParams()
  const level = LEVELS.find((name) => name === search.get('group')) ?? 'product'
  const asOf = search.get('as_of') ?? ''
  const fixed = { group: level, ...(asOf ? { as_of: asOf } : {}) }
  const list = useListPage(URL, {
    filters: [
      ...stockFilters(t),
      { kind: 'text', field: 'batch_number', label: t('inventory.batch'), operator: 'eq' },
      { kind: 'flag', field: 'below', label: t('inventory.belowOnly') },
      { kind: 'flag', field: 'zero', label: t('inventory.zero') },
    ],
    apart: [IDLE_DAYS],
    fixed,
    topics: ['inventory', 'orders:inbound', 'orders:transfer'],
  })
  const { state, fetched } = list

  const columnOf = stockColumns(t)
  const ofLevel: Readonly<Record<Level, readonly Column<StockRow>[]>> = {
    product: [],
    warehouse: [{ ...columnOf.warehouses, figure: true }],
    area: [columnOf.warehouses, { ...columnOf.place, figure: true }],
    shelf: [columnOf.warehouses, { ...columnOf.place, figure: true }],
    batch: [],
  }
  // Of the past, on hand and value alone are known.
  const shownFigures = asOf ? figures.slice(0, 1) : figures
  // In transit goods lie in no area.
  const hasRoad = !asOf && level !== 'area' && level !== 'shelf'
  const hasSafety = !asOf && (level === 'product' || level === 'warehouse')
  const worth = fetched.data?.list.some((row) => row.value !== null) ?? false
  const columns: Column<LevelRow>[] = [
    columnOf.product,
    ...ofLevel[level],
    ...shownFigures.map(([key, label]): Column<LevelRow> => ({
      key,
      title: t(`inventory.${label}`),
      numeric: true,
      lesser: LESSER.includes(key),
      sortable: true,
      render: (row) => (
        <Numeral
          value={row[key]}
          unit={key === 'total_quantity' ? (row.product?.unit?.name ?? undefined) : undefined}
        />
      ),
    })),
    ...(hasRoad
      ? [
          {
            key: 'coming_quantity',
            title: t('inventory.onRoad'),
            numeric: true,
            lesser: true,
            sortable: true,
            render: (row: LevelRow) => <OnRoad row={row} sides={level === 'warehouse'} />,
          },
        ]
      : []),
    ...(hasSafety
      ? [
          numberColumn('safety_stock_num', t('inventory.safety'), { lesser: true }),
          {
            key: 'to_order',
            title: t('inventory.toOrder'),
            numeric: true,
            sortable: true,
            render: (row: LevelRow) =>
              decimal(row.to_order)?.gt(0) ? (
                <Tag size="small" color="red" bordered>
                  <Numeral value={row.to_order} />
                </Tag>
              ) : (
                '–'
              ),
          },
        ]
      : []),
    ...(worth ? [numberColumn('value', t('inventory.value'), { money: true, lesser: true })] : []),
    ...(level === 'batch' ? [{ ...columnOf.batch, figure: true }] : []),
  ]

  // What stands beside what is on hand is known of today alone: no filter and no order may go by it.
  const toMoment = (moment: string | null): void =>
    state.set({ as_of: moment, ...(moment && { below: null, order: null }) })

  const places = (row: LevelRow): string => {
    const query = new URLSearchParams({ product_id: String(row.product_id) })
    for (const field of PLACES) if (row[field]) query.set(field, String(row[field]))
    return `/admin/warehouse/inventory?${query.toString()}`
  }

  return (
    <ListPage
      list={list}
      page="warehouse/stockLevel"
      title={t('inventory.levels')}
      remark={t('inventory.levelsRemark')}
      exported={{ always: fixed }}
      above={
        <div className={classes.level}>
          <Radio.Group
            type="button"
            value={level}
            aria-label={t('inventory.levels')}
            onChange={(next: Level) => state.set({ group: next === 'product' ? null : next, order: null })}
            options={LEVELS.map((value) => ({ value, label: t(`inventory.level.${value}`) }))}
          />
          <AsOf value={asOf} change={toMoment} />
          <DaysSelect
            label={t('inventory.idle')}
            value={state.value(IDLE_DAYS.field)}
            days={[30, 60, 90, 180]}
            name={(days) => t('inventory.idleFor', { count: Number(days) })}
            onChange={(days) => state.set({ [IDLE_DAYS.field]: days })}
          />
          <DateBasis asOf={asOf} idle={state.value(IDLE_DAYS.field) !== ''} />
        </div>
      }
      search={t('inventory.search')}
      columns={columns}
      actions={[
        {
          key: 'places',
          link: true,
          label: t('inventory.places'),
          when: () => mayInventory('index'),
          run: (row) => void navigate(places(row)),
        },
      ]}
    />
  )
}
