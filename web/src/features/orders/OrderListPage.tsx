import { Button } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import type { TFunction } from 'i18next'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { adminColumn, numberColumn, textColumn, timeColumn } from '@/resource/listPage/columns'
import { ListPage } from '@/resource/listPage/ListPage'
import { SelectionBar } from '@/resource/listPage/SelectionBar'
import { StatusTabs, tabFilter } from '@/resource/listPage/StatusTabs'
import { useListPage } from '@/resource/listPage/useListPage'
import type { Column, RowAction } from '@/resource/types'
import { usePermission } from '@/shared/hooks/usePermission'
import { Nothing } from '@/shared/ui/Page'
import { ShortText } from '@/shared/ui/ShortText'
import { FIELDS_OF, type ImportKind } from './importKind'
import { ImportOrder } from './ImportOrder'
import { KINDS, partnerName, withOf, type Direction, type Kind } from './kinds'
import { orderNumber, type OrderRow } from './model'
import { orderFilters } from './orderFilters'
import { OrderNumber } from './OrderNumber'
import { OrderProgress, OrderQuantity, OrderSum } from './OrderQuantity'
import { PrintOrders } from './PrintOrders'
import { chosenRows, ReviewMany } from './ReviewMany'
import { ShipmentTag, StatusTag } from './StatusTag'
import { useOrderActions, type OrderAction } from './useOrderActions'
import { useSeen } from './useSeen'

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
  const list = useListPage(kind.url, {
    filters: orderFilters(kind, seesAdmins, t),
    apart: [tabFilter()],
    // The quick search knows the reference too: its own box is for a link that names one.
    linked: [{ kind: 'text', field: 'order_no', label: t('orders.reference') }],
    topics: [kind.topic],
  })
  const actions = useOrderActions(kind, list.reload)
  const seen = useSeen(list.fetched.data?.list)
  // Those that were not reviewed stay chosen.
  const reviewed = (ids: readonly number[]): void => {
    setChosen(chosen.filter((id) => !ids.includes(id)))
    list.reload()
  }
  const deleted = !!list.state.value('deleted')
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
      figure: true,
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
      render: (row) => (
        <>
          <OrderQuantity row={row} />
          <OrderProgress row={row} words={t(`orders.${direction}.progress`)} />
        </>
      ),
    },
    {
      key: 'stocked_quantity',
      title: t(`orders.${direction}.stockedQuantity`),
      numeric: true,
      // The quantity says how far it is.
      lesser: true,
      render: (row) => <OrderSum row={row} value={row.stocked_quantity} />,
    },
    numberColumn('total_amount', t('orders.amount'), { sortable: true, money: true }),
    textColumn('business_date', t('orders.businessDate'), { sortable: true, figure: true }),
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
    adminColumn(t('orders.inCharge'), { wideOnly: true }),
    timeColumn('create_time', t('common.createTime'), { sortable: true, wideOnly: true }),
    ...(deleted ? [timeColumn('delete_time', t('orders.deleted'))] : []),
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
    <ListPage
      list={list}
      page={kind.page}
      title={t(`orders.${direction}.title`)}
      remark={t(`orders.${direction}.remark`)}
      exported={{ lines: true }}
      headEnd={
        <>
          <ImportOrder kind={importOf(kind, t)} done={list.reload} />
          {create}
        </>
      }
      above={
        <StatusTabs
          state={list.state}
          label={t('orders.status')}
          values={kind.states.map(({ code }) => code)}
          name={(status) => t(`orders.${direction}.statuses.${status}`)}
        />
      }
      search={t('orders.search')}
      below={
        <SelectionBar ids={chosen} set={setChosen}>
          {can('print') && <PrintOrders kind={kind} ids={chosen} size="small" />}
          {can('audit') && !deleted && (
            <ReviewMany kind={kind} rows={chosenRows(seen, chosen)} done={reviewed} />
          )}
        </SelectionBar>
      }
      selection={can('print') || can('audit') ? { ids: chosen, set: setChosen } : undefined}
      columns={columns}
      actions={rowActions}
      onOpen={deleted ? undefined : list.open}
      empty={create ? <Nothing text={t('orders.newEmpty')}>{create}</Nothing> : undefined}
      detail={(opened) => <OrderDetail kind={kind} {...opened} />}
    >
      {actions.dialogs}
    </ListPage>
  )
}
