import { Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { MOVING_KINDS } from '@/features/orders'
import {
  adminColumn,
  numberColumn,
  quantityColumn,
  textColumn,
  timeColumn,
} from '@/resource/listPage/columns'
import { selectFilter } from '@/resource/listPage/filters'
import { ListPage } from '@/resource/listPage/ListPage'
import { useListPage } from '@/resource/listPage/useListPage'
import type { Column, Filter } from '@/resource/types'
import type { RowOf } from '@/resource/useListing'
import { usePermission } from '@/shared/hooks/usePermission'
import { columnDigits } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { DocumentLink } from './DocumentLink'
import { placeFilters, stockColumns, stockFilters, useStockLinks } from './stock'

const URL = '/admin/warehouse.InventoryRecord'
type RecordRow = RowOf<typeof URL>
const TYPES = ['10', '20', '30', '40', '50', '60', '70']
/** What came in and went out of a month, with what takes back some of it. */
const TURNOVERS = ['10', '20']
/** Costs that are not the moving average. */
const COST_MARKS = [
  'last_price',
  'price',
  'correction',
  'rounding',
  'addition',
  'used',
  'returned',
  'receipt',
  'lost',
]
const COLOURS: Readonly<Record<string, string>> = {
  '10': 'green',
  '20': 'orange',
  '30': 'arcoblue',
  '40': 'purple',
  '50': 'gray',
  '60': 'gold',
  '70': 'cyan',
}

export default function InventoryRecordPage() {
  const { t } = useTranslation()
  // Only some users may list administrators.
  const seesAdmins = usePermission('auth/admin')('index')
  const seesCost = usePermission('warehouse/inventory')('cost')
  const links = useStockLinks()
  const byCost: Filter[] = [
    { kind: 'numbers', field: 'unit_price', label: t('records.price') },
    { kind: 'numbers', field: 'total_price', label: t('records.amount') },
    selectFilter('cost_basis', t('records.costMark'), COST_MARKS, (mark) => t(`records.costMarks.${mark}`)),
  ]
  const byAdmin: Filter = {
    kind: 'remote',
    field: 'admin_id',
    label: t('records.by'),
    url: '/admin/auth.Admin',
    optionLabel: (row) => String(row.nickname ?? row.username),
  }
  const list = useListPage(URL, {
    filters: [
      ...stockFilters(t),
      selectFilter('operation_type', t('records.type'), TYPES, (type) => t(`records.types.${type}`)),
      selectFilter('turnover', t('records.turnover'), TURNOVERS, (way) => t(`records.turnovers.${way}`)),
      selectFilter('order_kind', t('records.orderKind'), MOVING_KINDS, (kind) =>
        t(`records.orderKinds.${kind}`),
      ),
      { kind: 'text', field: 'operation_number', label: t('records.number') },
      { kind: 'text', field: 'batch_number', label: t('inventory.batch') },
      ...placeFilters(t),
      ...(seesAdmins ? [byAdmin] : []),
      { kind: 'remote', field: 'unit_id', label: t('records.unit'), url: '/admin/warehouse.Unit' },
      { kind: 'numbers', field: 'quantity', label: t('records.quantity') },
      ...(seesCost ? byCost : []),
      { kind: 'dates', plain: 'date', field: 'produce_date', label: t('inventory.produce') },
      { kind: 'dates', plain: 'date', field: 'expiry_date', label: t('inventory.expiry') },
      { kind: 'dates', field: 'create_time', label: t('records.time') },
      { kind: 'dates', plain: 'date', field: 'business_date', label: t('records.businessDate') },
    ],
    topics: ['records'],
  })

  const digits = columnDigits((list.fetched.data?.list ?? []).map(({ unit_price }) => unit_price))
  const columnOf = stockColumns(t)
  const columns: Column<RecordRow>[] = [
    columnOf.product,
    {
      key: 'operation_type',
      title: t('records.type'),
      render: (row) => (
        <>
          <Tag color={COLOURS[String(row.operation_type)]}>{t(`records.types.${row.operation_type}`)}</Tag>{' '}
          {row.reverses && (
            <Tag size="small" color="red" bordered>
              {t('records.reverses')}
            </Tag>
          )}
        </>
      ),
    },
    quantityColumn('quantity', t('records.quantity')),
    numberColumn('balance', t('records.balance')),
    ...(seesCost
      ? [
          {
            key: 'unit_price',
            title: t('records.price'),
            numeric: true,
            wideOnly: true,
            render: (row: RecordRow) => (
              <>
                <Numeral value={row.unit_price} money digits={digits} />
                {row.unit_price !== null && row.cost_basis && (
                  <Tag size="small" bordered title={t('records.costMark')}>
                    {t(`records.costMarks.${row.cost_basis}`)}
                  </Tag>
                )}
              </>
            ),
          },
          numberColumn('total_price', t('records.amount'), { money: true, lesser: true }),
        ]
      : []),
    timeColumn('create_time', t('records.time'), {
      sortable: true,
      figure: true,
      format: 'YYYY-MM-DD HH:mm:ss',
    }),
    { key: 'operation_number', title: t('records.number'), render: (row) => <DocumentLink of={row} /> },
    columnOf.warehouses,
    { ...columnOf.place, wideOnly: true },
    { ...columnOf.batch, wideOnly: true },
    textColumn('produce_date', t('inventory.produce'), { wideOnly: true }),
    textColumn('expiry_date', t('inventory.expiry'), { wideOnly: true }),
    { key: 'business_date', title: t('records.businessDate'), render: (row) => row.business_date },
    adminColumn(t('records.by'), { wideOnly: true }),
  ]

  return (
    <ListPage
      list={list}
      page="warehouse/inventoryRecord"
      title={t('records.title')}
      remark={t('records.remark')}
      search={t('inventory.search')}
      columns={columns}
      actions={[{ ...links.trace, when: (row) => links.trace.when() && !!row.batch_number }]}
    />
  )
}
