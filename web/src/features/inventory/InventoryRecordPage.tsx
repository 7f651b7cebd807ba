import { Button, Tag } from '@arco-design/web-react'
import { IconRefresh } from '@arco-design/web-react/icon'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterBar } from '@/resource/FilterBar'
import { ListView } from '@/resource/ListView'
import type { Column, Filter } from '@/resource/types'
import { useListing } from '@/resource/useListing'
import { useListState } from '@/resource/useListState'
import { useTopics } from '@/shared/hooks/useTopics'
import { Numeral } from '@/shared/ui/Numeral'
import { Card, Page } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'
import { stockColumns, stockFilters, type StockRow } from './stock'

interface RecordRow extends StockRow {
  sequence: number
  operation_type: number
  operation_number: string
  quantity: string
  unit_price: string
  total_price: string
  balance: string
  admin: { nickname: string } | null
  create_time: number
}

const URL = '/admin/warehouse.InventoryRecord'
const TYPES = ['10', '20', '30', '40', '50']
const COLOURS: Readonly<Record<string, string>> = {
  '10': 'green',
  '20': 'orange',
  '30': 'arcoblue',
  '40': 'purple',
  '50': 'gray',
}

export default function InventoryRecordPage() {
  const { t } = useTranslation()
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'select',
        field: 'operation_type',
        label: t('records.type'),
        options: TYPES.map((value) => ({ value, label: t(`records.types.${value}`) })),
      },
      ...stockFilters(t),
      { kind: 'text', field: 'operation_number', label: t('records.number') },
      { kind: 'dates', field: 'create_time', label: t('records.time') },
    ],
    [t],
  )
  const state = useListState(filters)
  const fetched = useListing<RecordRow>(URL, state)
  useTopics(['records'], fetched.reload)

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
        <Tag color={COLOURS[String(row.operation_type)]}>{t(`records.types.${row.operation_type}`)}</Tag>
      ),
    },
    { key: 'operation_number', title: t('records.number'), render: (row) => row.operation_number || '–' },
    columnOf.warehouses,
    { ...columnOf.place, wideOnly: true },
    { ...columnOf.batch, wideOnly: true },
    {
      key: 'quantity',
      title: t('records.quantity'),
      numeric: true,
      render: (row) => <Numeral value={row.quantity} unit={row.product?.unit?.name} />,
    },
    {
      key: 'unit_price',
      title: t('records.price'),
      numeric: true,
      wideOnly: true,
      render: (row) => <Numeral value={row.unit_price} />,
    },
    {
      key: 'total_price',
      title: t('records.amount'),
      numeric: true,
      render: (row) => <Numeral value={row.total_price} digits={2} />,
    },
    {
      key: 'balance',
      title: t('records.balance'),
      numeric: true,
      render: (row) => <Numeral value={row.balance} />,
    },
    { key: 'admin', title: t('records.by'), wideOnly: true, render: (row) => row.admin?.nickname ?? '–' },
  ]

  return (
    <Page
      title={t('records.title')}
      remark={fetched.data?.remark || t('records.remark')}
      actions={<Button icon={<IconRefresh />} aria-label={t('common.refresh')} onClick={fetched.reload} />}
    >
      <Card>
        <FilterBar filters={filters} state={state} />
        <ListView label={t('records.title')} state={state} fetched={fetched} columns={columns} />
      </Card>
    </Page>
  )
}
