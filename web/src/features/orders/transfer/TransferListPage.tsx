import { Button } from '@arco-design/web-react'
import { IconPlus, IconRefresh } from '@arco-design/web-react/icon'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { FilterBar } from '@/resource/FilterBar'
import list from '@/resource/list.module.css'
import { ExportList } from '@/resource/list/ExportList'
import { SavedFilters } from '@/resource/list/SavedFilters'
import { ListView } from '@/resource/ListView'
import type { Column, Filter, RowAction } from '@/resource/types'
import { useRows } from '@/resource/useListing'
import { useListState } from '@/resource/useListState'
import { usePermission } from '@/shared/hooks/usePermission'
import { useTopics } from '@/shared/hooks/useTopics'
import { Card, Nothing, Page } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'
import { FIELDS_OF, type ImportKind } from '../importKind'
import { ImportOrder } from '../ImportOrder'
import { OrderNumber } from '../OrderNumber'
import { OrderQuantity, OrderSum } from '../OrderQuantity'
import { PrintOrders } from '../PrintOrders'
import { productFilter } from '../productFilter'
import {
  BETWEEN,
  PAGE,
  PAPERS,
  TOPIC,
  URL,
  WITHIN,
  isWithin,
  numberOf,
  type OrderRow,
  type TransferStep,
} from './model'
import { TransitTag } from './TransitTag'
import { useTransferActions } from './useTransferActions'

const TransferDetail = lazy(() => import('./TransferDetail'))

/** The likely next step first: from the third on, actions go into the menu. */
const ACTIONS: readonly (TransferStep | 'edit')[] = [
  'audit',
  'ship',
  'move',
  'receive',
  'receiveBack',
  'edit',
  'refuse',
  'lost',
  'lostBack',
  'takeBack',
  'close',
  'void',
  'del',
  'restore',
]
const STATUSES = ['', '0', '1', '2', '3']
const DANGERS: readonly string[] = ['del', 'void', 'lost', 'lostBack']

export default function TransferListPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const can = usePermission(PAGE)
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'select',
        field: 'transit_status',
        label: t('transferOrders.transitStatus'),
        options: ['0', '1', '2', '3', '4'].map((value) => ({
          value,
          label: t(`transferOrders.transit.${value}`),
        })),
      },
      {
        kind: 'remote',
        field: 'source_warehouses_id',
        label: t('transferOrders.source'),
        url: '/admin/warehouse.Warehouse',
      },
      {
        kind: 'remote',
        field: 'target_warehouses_id',
        label: t('transferOrders.target'),
        url: '/admin/warehouse.Warehouse',
      },
      productFilter(t),
      { kind: 'dates', plain: 'date', field: 'business_date', label: t('orders.businessDate') },
      { kind: 'dates', field: 'create_time', label: t('common.createTime') },
      { kind: 'flag', field: 'deleted', label: t('orders.deletedOnly') },
    ],
    [t],
  )
  const status = useMemo<Filter>(() => ({ kind: 'select', field: 'status', label: '', options: [] }), [])
  const all = useMemo(() => [status, ...filters], [status, filters])
  const state = useListState(all)
  const fetched = useRows(URL, state)
  useTopics([TOPIC], fetched.reload)
  const actions = useTransferActions(fetched.reload)
  const [chosen, setChosen] = useState<number[]>([])
  const opened = Number(state.value('id')) || null

  const columns: Column<OrderRow>[] = [
    {
      key: 'id',
      title: t('transferOrders.number'),
      primary: true,
      sortable: true,
      render: (row) => <OrderNumber number={numberOf(row)} reference={row.order_no} />,
    },
    { key: 'status', title: t('orders.status'), render: (row) => <TransitTag order={row} /> },
    {
      key: 'source_warehouses_id',
      title: t('transferOrders.source'),
      render: (row) => row.warehouses?.name ?? '–',
    },
    {
      key: 'target_warehouses_id',
      title: t('transferOrders.target'),
      render: (row) =>
        isWithin(row) ? t('transferOrders.sameWarehouse') : (row.target_warehouses?.name ?? '–'),
    },
    {
      key: 'total_quantity',
      title: t('orders.quantity'),
      numeric: true,
      render: (row) => <OrderQuantity row={row} />,
    },
    {
      key: 'there',
      title: t('transferOrders.there'),
      numeric: true,
      render: (row) => <OrderSum row={row} value={row.transit?.there ?? '0'} />,
    },
    {
      key: 'arrived',
      title: t('transferOrders.arrived'),
      numeric: true,
      wideOnly: true,
      render: (row) => <OrderSum row={row} value={row.transit?.arrived ?? '0'} />,
    },
    {
      key: 'admin',
      title: t('orders.inCharge'),
      wideOnly: true,
      render: (row) => row.admin?.nickname ?? '–',
    },
    {
      key: 'business_date',
      title: t('orders.businessDate'),
      sortable: true,
      render: (row) => row.business_date || '–',
    },
    {
      key: 'create_time',
      title: t('common.createTime'),
      sortable: true,
      wideOnly: true,
      render: (row) => moment(row.create_time),
    },
  ]

  const rowAction = (action: (typeof ACTIONS)[number]): RowAction<OrderRow> => ({
    key: action,
    label: action === 'edit' ? t('common.edit') : actions.label(action, { type: BETWEEN }),
    danger: DANGERS.includes(action),
    inMenu: action === 'close',
    when: (row) => actions.possible(action, row),
    run: (row) =>
      action === 'edit' ? void navigate(`/admin/${PAGE}/edit/${row.id}`) : actions.run(action, row),
  })
  // Within one warehouse nothing is shipped: giving up the rest has another name there.
  const close = rowAction('close')
  const rowActions = ACTIONS.flatMap((action): RowAction<OrderRow>[] =>
    action !== 'close'
      ? [rowAction(action)]
      : [
          { ...close, when: (row) => !isWithin(row) && actions.possible('close', row) },
          {
            ...close,
            key: 'closeWithin',
            label: actions.label('close', { type: WITHIN }),
            when: (row) => isWithin(row) && actions.possible('close', row),
          },
        ],
  )

  const imports: ImportKind = {
    page: PAGE,
    url: URL,
    title: t('transferOrders.title'),
    types: [],
    warehouse: { field: 'warehouses_id', label: t('transferOrders.source') },
    other: () => ({
      field: 'target_warehouses_id',
      label: t('transferOrders.target'),
      url: '/admin/warehouse.Warehouse',
    }),
    fields: FIELDS_OF.transfer,
  }
  const create = can('add') && (
    <Button type="primary" icon={<IconPlus />} onClick={() => void navigate(`/admin/${PAGE}/create`)}>
      {t('transferOrders.new')}
    </Button>
  )

  return (
    <Page
      title={t('transferOrders.title')}
      remark={t('transferOrders.remark')}
      actions={
        <>
          <Button icon={<IconRefresh />} aria-label={t('common.refresh')} onClick={fetched.reload} />
          <ExportList
            page={PAGE}
            list={{ url: URL, title: t('transferOrders.title'), lines: true }}
            params={state.params}
          />
          <ImportOrder kind={imports} done={fetched.reload} />
          {create}
        </>
      }
    >
      <Card>
        <div className={list.tabs} role="group" aria-label={t('orders.status')}>
          {STATUSES.map((value) => (
            <button
              key={value}
              type="button"
              className={list.tab}
              aria-pressed={state.value('status') === value}
              onClick={() => state.set({ status: value || null })}
            >
              {value ? t(`transferOrders.statuses.${value}`) : t('common.all')}
            </button>
          ))}
        </div>
        <FilterBar
          filters={filters}
          state={state}
          quickHint={t('orders.search')}
          tools={<SavedFilters list={PAGE} />}
        />
        {chosen.length > 0 && (
          <div className={list.selection} role="status">
            <span>{t('common.selected', { count: chosen.length })}</span>
            <PrintOrders kind={PAPERS} ids={chosen} size="small" />
            <Button size="small" type="text" onClick={() => setChosen([])}>
              {t('common.cancel')}
            </Button>
          </div>
        )}
        <ListView
          selection={can('print') ? { ids: chosen, set: setChosen } : undefined}
          label={t('transferOrders.title')}
          state={state}
          fetched={fetched}
          columns={columns}
          actions={rowActions}
          onOpen={
            state.value('deleted')
              ? undefined
              : (row) => state.set({ id: String(row.id), page: state.value('page') || null })
          }
          empty={create ? <Nothing text={t('orders.newEmpty')}>{create}</Nothing> : undefined}
        />
      </Card>
      {opened !== null && (
        <Suspense>
          <TransferDetail
            id={opened}
            close={() => state.set({ id: null, page: state.value('page') || null })}
            changed={fetched.reload}
          />
        </Suspense>
      )}
      {actions.dialogs}
    </Page>
  )
}
