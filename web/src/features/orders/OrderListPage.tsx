import { Button } from '@arco-design/web-react'
import { IconPlus, IconRefresh } from '@arco-design/web-react/icon'
import type { TFunction } from 'i18next'
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
import { Numeral } from '@/shared/ui/Numeral'
import { Card, Nothing, Page } from '@/shared/ui/Page'
import { ShortText } from '@/shared/ui/ShortText'
import { moment } from '@/shared/ui/time'
import { FIELDS_OF, type ImportKind } from './importKind'
import { ImportOrder } from './ImportOrder'
import { KINDS, partnerName, withOf, type Direction, type Kind } from './kinds'
import { orderNumber, type OrderRow } from './model'
import { orderFilters } from './orderFilters'
import { OrderNumber } from './OrderNumber'
import { OrderQuantity, OrderSum } from './OrderQuantity'
import { PrintOrders } from './PrintOrders'
import { ShipmentTag, StatusTag } from './StatusTag'
import { useOrderActions, type OrderAction } from './useOrderActions'

const OrderDetail = lazy(() => import('./OrderDetail'))

/** The likely next step first: from the third on, actions go into the menu. */
const ACTIONS: readonly (OrderAction | 'edit')[] = [
  'audit',
  'stock',
  'ship',
  'partial',
  'edit',
  'reviewStock',
  'takeBack',
  'picks',
  'parcels',
  'close',
  'void',
  'del',
  'restore',
]

/** What an import asks for: what an order of the kind has beside its lines. */
function importOf(kind: Kind, t: TFunction): ImportKind {
  const { direction } = kind
  return {
    page: kind.page,
    url: kind.url,
    title: t(`orders.${direction}.title`),
    types: kind.types.map((value) => ({ value, label: t(`${kind.typeWords}.${value}`) })),
    warehouse: { field: 'warehouses_id', label: t('orders.warehouse') },
    other: (type) => {
      const partner = withOf(kind, type === null ? null : Number(type))
      return (
        partner && {
          field: partner.field,
          label: t(`orders.partners.${partner.name}`),
          url: partner.url,
          optional: type !== null && kind.alone?.includes(type),
        }
      )
    },
    fields: FIELDS_OF[kind.sheet],
  }
}

export default function OrderListPage({ direction }: { direction: Direction }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const kind = KINDS[direction]
  const can = usePermission(kind.page)
  const seesAdmins = usePermission('auth/admin')('index')
  const [chosen, setChosen] = useState<number[]>([])
  const filters = useMemo(() => orderFilters(kind, seesAdmins, t), [kind, seesAdmins, t])
  const status = useMemo<Filter>(() => ({ kind: 'select', field: 'status', label: '', options: [] }), [])
  const number = useMemo<Filter>(
    () => ({ kind: 'text', field: 'order_no', label: t('orders.reference') }),
    [t],
  )
  const all = useMemo(() => [status, number, ...filters], [status, number, filters])
  const state = useListState(all)
  // The quick search knows the reference too: its own box is for a link that names one.
  const shown = state.value('order_no') ? [number, ...filters] : filters
  const fetched = useRows(kind.url, state)
  useTopics([kind.topic], fetched.reload)
  const actions = useOrderActions(kind, fetched.reload)
  const opened = Number(state.value('id')) || null

  const deleted = !!state.value('deleted')
  const columns: Column<OrderRow>[] = [
    {
      key: 'id',
      title: t(`orders.${direction}.number`),
      primary: true,
      sortable: true,
      render: (row) => <OrderNumber number={orderNumber(kind, row)} reference={row.order_no} />,
    },
    {
      key: 'status',
      title: t('orders.status'),
      render: (row) => <StatusTag direction={direction} order={row} />,
    },
    ...(kind.with
      ? [
          {
            key: kind.with.name,
            title: t('orders.partners.any'),
            render: (row: OrderRow) => <ShortText text={partnerName(kind, row)} />,
          },
        ]
      : []),
    {
      key: 'warehouses',
      title: t('orders.warehouse'),
      render: (row) => <ShortText text={row.warehouses?.name} />,
    },
    {
      key: 'total_quantity',
      title: t('orders.quantity'),
      numeric: true,
      render: (row) => <OrderQuantity row={row} />,
    },
    {
      key: 'stocked_quantity',
      title: t(`orders.${direction}.stockedQuantity`),
      numeric: true,
      wideOnly: true,
      render: (row) => <OrderSum row={row} value={row.stocked_quantity} />,
    },
    {
      key: 'total_amount',
      title: t('orders.amount'),
      numeric: true,
      sortable: true,
      render: (row) => <Numeral value={row.total_amount} digits={2} />,
    },
    ...(kind.ships
      ? [
          {
            key: 'shipment_status',
            title: t('orderSteps.shipment'),
            wideOnly: true,
            render: (row: OrderRow) => <ShipmentTag status={row.shipment_status ?? 0} />,
          },
        ]
      : []),
    {
      key: 'type',
      title: t('orders.type'),
      wideOnly: true,
      render: (row) => t(`${kind.typeWords}.${row.type}`),
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
    ...(deleted
      ? [
          {
            key: 'delete_time',
            title: t('orders.deleted'),
            render: (row: OrderRow) => moment(row.delete_time),
          },
        ]
      : []),
  ]

  const rowActions: RowAction<OrderRow>[] = ACTIONS.map((action) => ({
    key: action,
    label: action === 'edit' ? t('common.edit') : actions.label(action),
    danger: action === 'del' || action === 'void',
    inMenu: action === 'close',
    when: (row) => actions.possible(action, row),
    run: (row) =>
      action === 'edit' ? void navigate(`/admin/${kind.page}/edit/${row.id}`) : actions.run(action, row),
  }))

  const create = can('add') && (
    <Button type="primary" icon={<IconPlus />} onClick={() => void navigate(`/admin/${kind.page}/create`)}>
      {t(`orders.${direction}.new`)}
    </Button>
  )

  return (
    <Page
      title={t(`orders.${direction}.title`)}
      remark={fetched.data?.remark || t(`orders.${direction}.remark`)}
      actions={
        <>
          <Button icon={<IconRefresh />} aria-label={t('common.refresh')} onClick={fetched.reload} />
          <ExportList
            page={kind.page}
            list={{ url: kind.url, title: t(`orders.${direction}.title`), lines: true }}
            params={state.params}
          />
          <ImportOrder kind={importOf(kind, t)} done={fetched.reload} />
          {create}
        </>
      }
    >
      <Card>
        <div className={list.tabs} role="group" aria-label={t('orders.status')}>
          {['', ...kind.states.map((state) => String(state.code))].map((value) => (
            <button
              key={value}
              type="button"
              className={list.tab}
              aria-pressed={state.value('status') === value}
              onClick={() => state.set({ status: value || null })}
            >
              {value ? t(`orders.${direction}.statuses.${value}`) : t('common.all')}
            </button>
          ))}
        </div>
        <FilterBar
          filters={shown}
          state={state}
          quickHint={t('orders.search')}
          tools={<SavedFilters list={kind.page} />}
        />
        {chosen.length > 0 && (
          <div className={list.selection} role="status">
            <span>{t('common.selected', { count: chosen.length })}</span>
            <PrintOrders kind={kind} ids={chosen} size="small" />
            <Button size="small" type="text" onClick={() => setChosen([])}>
              {t('common.cancel')}
            </Button>
          </div>
        )}
        <ListView
          selection={can('print') ? { ids: chosen, set: setChosen } : undefined}
          label={t(`orders.${direction}.title`)}
          state={state}
          fetched={fetched}
          columns={columns}
          actions={rowActions}
          onOpen={
            deleted
              ? undefined
              : (row) => state.set({ id: String(row.id), page: state.value('page') || null })
          }
          empty={create ? <Nothing text={t('orders.newEmpty')}>{create}</Nothing> : undefined}
        />
      </Card>
      {opened !== null && (
        <Suspense>
          <OrderDetail
            kind={kind}
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
