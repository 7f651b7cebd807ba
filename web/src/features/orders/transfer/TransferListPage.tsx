import { Button } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { adminColumn, textColumn, timeColumn } from '@/resource/listPage/columns'
import { selectFilter, warehouseFilter } from '@/resource/listPage/filters'
import { ListPage } from '@/resource/listPage/ListPage'
import { SelectionBar } from '@/resource/listPage/SelectionBar'
import { StatusTabs, tabFilter } from '@/resource/listPage/StatusTabs'
import { useListPage } from '@/resource/listPage/useListPage'
import type { Column, RowAction } from '@/resource/types'
import { usePermission } from '@/shared/hooks/usePermission'
import { Nothing } from '@/shared/ui/Page'
import { FIELDS_OF, type ImportKind } from '../importKind'
import { ImportOrder } from '../ImportOrder'
import { TRANSFER } from '../kinds'
import { OrderNumber } from '../OrderNumber'
import { OrderProgress, OrderQuantity, OrderSum } from '../OrderQuantity'
import { PrintOrders } from '../PrintOrders'
import { chosenRows, ReviewMany } from '../ReviewMany'
import { productFilter } from '../productFilter'
import { useOrderActions } from '../useOrderActions'
import { useSeen } from '../useSeen'
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

const OrderDetail = lazy(() => import('../OrderDetail'))

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
const STATUSES = [0, 1, 2, 3]
const TRANSIT_STATUSES = [0, 1, 2, 3, 4]
const DANGERS: readonly string[] = ['del', 'void', 'lost', 'lostBack']

export default function TransferListPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const can = usePermission(PAGE)
  const list = useListPage(URL, {
    filters: [
      selectFilter('transit_status', t('transferOrders.transitStatus'), TRANSIT_STATUSES, (status) =>
        t(`transferOrders.transit.${status}`),
      ),
      warehouseFilter(t('transferOrders.source'), 'source_warehouses_id'),
      warehouseFilter(t('transferOrders.target'), 'target_warehouses_id'),
      productFilter(t),
      { kind: 'dates', plain: 'date', field: 'business_date', label: t('orders.businessDate') },
      { kind: 'dates', field: 'create_time', label: t('common.createTime') },
      { kind: 'flag', field: 'deleted', label: t('orders.deletedOnly') },
    ],
    apart: [tabFilter()],
    topics: [TOPIC],
  })
  const actions = useOrderActions(TRANSFER, list.reload)
  const [chosen, setChosen] = useState<number[]>([])
  const seen = useSeen(list.fetched.data?.list)
  // Those that were not reviewed stay chosen.
  const reviewed = (ids: readonly number[]): void => {
    setChosen(chosen.filter((id) => !ids.includes(id)))
    list.reload()
  }

  const columns: Column<OrderRow>[] = [
    {
      key: 'id',
      title: t('transferOrders.number'),
      primary: true,
      sortable: true,
      render: (row) => <OrderNumber number={numberOf(row)} reference={row.order_no} />,
    },
    {
      key: 'status',
      title: t('orders.status'),
      figure: true,
      render: (row) => <TransitTag order={row} />,
    },
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
      render: (row) => (
        <>
          <OrderQuantity row={row} />
          <OrderProgress row={row} words={t('transferOrders.progress')} />
        </>
      ),
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
      // The quantity says how far it is.
      lesser: true,
      render: (row) => <OrderSum row={row} value={row.transit?.arrived ?? '0'} />,
    },
    textColumn('business_date', t('orders.businessDate'), { sortable: true, figure: true }),
    adminColumn(t('orders.inCharge'), { wideOnly: true }),
    timeColumn('create_time', t('common.createTime'), { sortable: true, wideOnly: true }),
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
    <ListPage
      list={list}
      page={PAGE}
      title={t('transferOrders.title')}
      remark={t('transferOrders.remark')}
      exported={{ lines: true }}
      headEnd={
        <>
          <ImportOrder kind={imports} done={list.reload} />
          {create}
        </>
      }
      above={
        <StatusTabs
          state={list.state}
          label={t('orders.status')}
          values={STATUSES}
          name={(status) => t(`transferOrders.statuses.${status}`)}
        />
      }
      search={t('orders.search')}
      columns={columns}
      actions={rowActions}
      selection={can('print') || can('audit') ? { ids: chosen, set: setChosen } : undefined}
      below={
        <SelectionBar ids={chosen} set={setChosen}>
          {can('print') && <PrintOrders kind={PAPERS} ids={chosen} size="small" />}
          {can('audit') && !list.state.value('deleted') && (
            <ReviewMany kind={TRANSFER} rows={chosenRows(seen, chosen)} done={reviewed} />
          )}
        </SelectionBar>
      }
      onOpen={list.state.value('deleted') ? undefined : list.open}
      detail={(opened) => <OrderDetail kind={TRANSFER} {...opened} />}
      empty={create ? <Nothing text={t('orders.newEmpty')}>{create}</Nothing> : undefined}
    >
      {actions.dialogs}
    </ListPage>
  )
}
