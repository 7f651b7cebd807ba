import { Button, Tag } from '@arco-design/web-react'
import { IconRefresh } from '@arco-design/web-react/icon'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { MOVING_KINDS } from '@/features/orders'
import { FilterBar } from '@/resource/FilterBar'
import { ExportList } from '@/resource/list/ExportList'
import { SavedFilters } from '@/resource/list/SavedFilters'
import { ListView } from '@/resource/ListView'
import type { Column, Filter } from '@/resource/types'
import { useRows, type RowOf } from '@/resource/useListing'
import { useListState } from '@/resource/useListState'
import { usePermission } from '@/shared/hooks/usePermission'
import { useTopics } from '@/shared/hooks/useTopics'
import { columnDigits } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { Card, Page } from '@/shared/ui/Page'
import type { Choice } from '@/shared/ui/RemoteSelect'
import { moment } from '@/shared/ui/time'
import { DocumentLink } from './DocumentLink'
import { placeFilters, stockColumns, stockFilters, traceLink } from './stock'

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
  const navigate = useNavigate()
  const mayTrace = usePermission('warehouse/batchTrace')
  const seesCost = usePermission('warehouse/inventory')('cost')
  const filters = useMemo<Filter[]>(
    () => [
      ...stockFilters(t),
      {
        kind: 'select',
        field: 'operation_type',
        label: t('records.type'),
        options: TYPES.map((value) => ({ value, label: t(`records.types.${value}`) })),
      },
      {
        kind: 'select',
        field: 'turnover',
        label: t('records.turnover'),
        options: TURNOVERS.map((value) => ({ value, label: t(`records.turnovers.${value}`) })),
      },
      {
        kind: 'select',
        field: 'order_kind',
        label: t('records.orderKind'),
        options: MOVING_KINDS.map((value) => ({ value, label: t(`records.orderKinds.${value}`) })),
      },
      { kind: 'text', field: 'operation_number', label: t('records.number') },
      { kind: 'text', field: 'batch_number', label: t('inventory.batch') },
      ...placeFilters(t),
      ...(seesAdmins
        ? [
            {
              kind: 'remote' as const,
              field: 'admin_id',
              label: t('records.by'),
              url: '/admin/auth.Admin',
              optionLabel: (row: Choice) => String(row.nickname ?? row.username),
            },
          ]
        : []),
      { kind: 'remote', field: 'unit_id', label: t('records.unit'), url: '/admin/warehouse.Unit' },
      { kind: 'numbers', field: 'quantity', label: t('records.quantity') },
      ...(seesCost
        ? [
            { kind: 'numbers' as const, field: 'unit_price', label: t('records.price') },
            { kind: 'numbers' as const, field: 'total_price', label: t('records.amount') },
            {
              kind: 'select' as const,
              field: 'cost_basis',
              label: t('records.costMark'),
              options: COST_MARKS.map((value) => ({ value, label: t(`records.costMarks.${value}`) })),
            },
          ]
        : []),
      { kind: 'dates', plain: 'date', field: 'produce_date', label: t('inventory.produce') },
      { kind: 'dates', plain: 'date', field: 'expiry_date', label: t('inventory.expiry') },
      { kind: 'dates', field: 'create_time', label: t('records.time') },
      { kind: 'dates', plain: 'date', field: 'business_date', label: t('records.businessDate') },
    ],
    [t, seesAdmins, seesCost],
  )
  const state = useListState(filters)
  const fetched = useRows(URL, state)
  useTopics(['records'], fetched.reload)

  const digits = columnDigits((fetched.data?.list ?? []).map(({ unit_price }) => unit_price))
  const columnOf = stockColumns(t)
  const columns: Column<RecordRow>[] = [
    columnOf.product,
    {
      key: 'create_time',
      title: t('records.time'),
      sortable: true,
      render: (row) => moment(row.create_time, 'YYYY-MM-DD HH:mm:ss'),
    },
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
    { key: 'operation_number', title: t('records.number'), render: (row) => <DocumentLink of={row} /> },
    {
      key: 'quantity',
      title: t('records.quantity'),
      numeric: true,
      render: (row) => <Numeral value={row.quantity} unit={row.product?.unit?.name} />,
    },
    {
      key: 'balance',
      title: t('records.balance'),
      numeric: true,
      render: (row) => <Numeral value={row.balance} />,
    },
    columnOf.warehouses,
    { ...columnOf.place, wideOnly: true },
    { ...columnOf.batch, wideOnly: true },
    {
      key: 'produce_date',
      title: t('inventory.produce'),
      wideOnly: true,
      render: (row) => row.produce_date || '–',
    },
    {
      key: 'expiry_date',
      title: t('inventory.expiry'),
      wideOnly: true,
      render: (row) => row.expiry_date || '–',
    },
    { key: 'business_date', title: t('records.businessDate'), render: (row) => row.business_date },
    ...(seesCost
      ? [
          {
            key: 'unit_price',
            title: t('records.price'),
            numeric: true,
            wideOnly: true,
            render: (row: RecordRow) => (
              <>
                <Numeral value={row.unit_price} digits={digits} />
                {row.unit_price !== null && row.cost_basis && (
                  <Tag size="small" bordered title={t('records.costMark')}>
                    {t(`records.costMarks.${row.cost_basis}`)}
                  </Tag>
                )}
              </>
            ),
          },
          {
            key: 'total_price',
            title: t('records.amount'),
            numeric: true,
            render: (row: RecordRow) => <Numeral value={row.total_price} digits={2} />,
          },
        ]
      : []),
    { key: 'admin', title: t('records.by'), wideOnly: true, render: (row) => row.admin?.nickname ?? '–' },
  ]

  return (
    <Page
      title={t('records.title')}
      remark={fetched.data?.remark || t('records.remark')}
      actions={
        <>
          <Button icon={<IconRefresh />} aria-label={t('common.refresh')} onClick={fetched.reload} />
          <ExportList
            page="warehouse/inventoryRecord"
            list={{ url: URL, title: t('records.title') }}
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
          tools={<SavedFilters list="warehouse/inventoryRecord" />}
        />
        <ListView
          label={t('records.title')}
          state={state}
          fetched={fetched}
          columns={columns}
          actions={[
            {
              key: 'trace',
              label: t('trace.title'),
              when: (row) => mayTrace('index') && !!row.batch_number,
              run: (row) => void navigate(traceLink(row)),
            },
          ]}
        />
      </Card>
    </Page>
  )
}
