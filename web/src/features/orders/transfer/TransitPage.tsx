import { Tag } from '@arco-design/web-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { DaysSelect } from '@/resource/list/DaysSelect'
import { adminColumn, numberColumn, timeColumn } from '@/resource/listPage/columns'
import { warehouseFilter } from '@/resource/listPage/filters'
import { ListPage } from '@/resource/listPage/ListPage'
import { useListPage } from '@/resource/listPage/useListPage'
import type { Column, Filter } from '@/resource/types'
import type { Schema } from '@/shared/http'
import { Numeral } from '@/shared/ui/Numeral'
import { productFilter } from '../productFilter'
import { OrderLink } from '../OrderLink'
import { PAGE, TOPIC, type TransitRow } from './model'

const URL = '/admin/warehouse.Transit'
type PlacedRow = TransitRow & { order: number }
/** Goods that are longer in transit than this stand out. */
const LONG_DAYS = 7

/** Goods that are at least so many days in transit; the dashboard leads to them. */
const MIN_DAYS: Filter = { kind: 'param', field: 'min_days', label: '' }

/** Everything that is in transit, what left first before the rest. */
export default function TransitPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  // The node takes them by name: a warehouse is meant on either side.
  const [search] = useSearchParams()
  const [warehouse, product] = [search.get('warehouses_id'), search.get('product_id')]
  const list = useListPage(URL, {
    filters: [warehouseFilter(t('orders.warehouse')), productFilter(t)],
    apart: [MIN_DAYS],
    fixed: {
      ...(warehouse ? { warehouses_id: warehouse } : {}),
      ...(product ? { product_id: product } : {}),
    },
    topics: [TOPIC],
  })
  const { state, fetched } = list
  // An order has several rows here: a row's id is its place in the list.
  const { data } = fetched
  const listing = useMemo(
    () => data && { ...data, list: data.list.map((row, at) => ({ ...row, order: row.id, id: at + 1 })) },
    [data],
  )
  const value = (data as Schema<'TransitPage'> | null)?.total_value

  const columns: Column<PlacedRow>[] = [
    {
      key: 'transfer_order_no',
      title: t('transferOrders.number'),
      primary: true,
      render: (row) => (
        <OrderLink kind="transfer" id={row.order}>
          {row.transfer_order_no}
        </OrderLink>
      ),
    },
    {
      key: 'product',
      title: t('orders.line.product'),
      render: (row) => [row.product?.product_no, row.product?.name].filter(Boolean).join(' ') || '–',
    },
    {
      key: 'quantity',
      title: t('orders.quantity'),
      numeric: true,
      render: (row) => <Numeral value={row.quantity} unit={row.product?.unit ?? undefined} />,
    },
    {
      key: 'days',
      title: t('transferOrders.age'),
      numeric: true,
      render: (row) => (
        <Tag color={row.days >= LONG_DAYS ? 'red' : 'gray'}>
          {t('transferOrders.days', { count: row.days })}
        </Tag>
      ),
    },
    {
      key: 'source',
      title: t('transferOrders.source'),
      render: (row) => row.source_warehouses?.name ?? '–',
    },
    {
      key: 'target',
      title: t('transferOrders.target'),
      render: (row) => (
        <>
          {row.target_warehouses?.name ?? '–'}{' '}
          {row.back && <Tag color="gold">{t('transferOrders.goesBack')}</Tag>}
        </>
      ),
    },
    // Null for those who may not see what goods cost.
    ...(value == null
      ? []
      : [numberColumn('value', t('transferOrders.value'), { money: true, lesser: true })]),
    {
      key: 'batch',
      title: t('orders.line.batch'),
      render: (row) => (
        <>
          {row.batch_number || '–'}
          {row.expiry_date && <div>{t('transferOrders.expires', { day: row.expiry_date })}</div>}
        </>
      ),
    },
    timeColumn('since', t('transferOrders.since')),
    adminColumn(t('orders.inCharge'), { wideOnly: true }),
  ]

  return (
    <ListPage
      list={{ ...list, fetched: { ...fetched, data: listing } }}
      page="warehouse/transit"
      title={t('transferOrders.transitTitle')}
      remark={t('transferOrders.transitRemark')}
      search={t('transferOrders.transitSearch')}
      tools={
        <DaysSelect
          label={t('transferOrders.age')}
          value={state.value(MIN_DAYS.field)}
          days={[3, LONG_DAYS, 14, 30]}
          name={(days) => t('transferOrders.atLeast', { count: Number(days) })}
          onChange={(days) => state.set({ [MIN_DAYS.field]: days })}
        />
      }
      below={
        value != null && (
          <p>
            {t('transferOrders.totalValue')} <Numeral value={value} money />
          </p>
        )
      }
      columns={columns}
      actions={[]}
      onOpen={(row) => void navigate(`/admin/${PAGE}?id=${row.order}`)}
    />
  )
}
