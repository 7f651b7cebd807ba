import { Button, Tag } from '@arco-design/web-react'
import { IconDownload, IconUpload } from '@arco-design/web-react/icon'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import table from '@/resource/list.module.css'
import { numberColumn, timeColumn } from '@/resource/listPage/columns'
import { selectFilter } from '@/resource/listPage/filters'
import { ListPage } from '@/resource/listPage/ListPage'
import { StatusTabs, tabFilter } from '@/resource/listPage/StatusTabs'
import { useListPage } from '@/resource/listPage/useListPage'
import type { Column, Filter, Listing, RowAction } from '@/resource/types'
import { usePermission } from '@/shared/hooks/usePermission'
import type { Schema } from '@/shared/http'
import { query } from '@/shared/http/client'
import { Nothing } from '@/shared/ui/Page'
import { Due } from './Due'
import { Goods } from './Goods'
import { ORDER_PAGE, progress, STATES, TOPIC, type ShopOrder } from './model'
import classes from './office.module.css'
import { OrderTag } from './tags'
import { ORDER_ACTIONS, useOrderActions } from './useOrderActions'

const OrderDetail = lazy(() => import('./OrderDetail'))
const ExportDialog = lazy(() => import('./ExportDialog'))
const DeliveryFileDialog = lazy(() => import('./DeliveryFileDialog'))

/** The others are begun from the order itself. */
const LIST_ACTIONS = ORDER_ACTIONS.filter((action) => action !== 'refund' && action !== 'parcel')

/** A page of orders comes with how many there are in each state. */
type Counts = Schema<'ShopCounts'>
const countsOf = (page: Listing<ShopOrder> | null): Counts | undefined =>
  (page as (Listing<ShopOrder> & { counts?: Counts }) | null)?.counts

/** Orders of the shop: those who ship, decide cancellations and close find them here. */
export default function OrderListPage() {
  const { t } = useTranslation()
  const can = usePermission(ORDER_PAGE)
  // To others numbers are masked, and they don't search by them.
  const seesNumbers = can('delivery') || can('edit')
  const byMobile: Filter = { kind: 'text', field: 'mobile', label: t('shopOffice.order.mobile') }
  // The list of members leads here with one of them.
  const byMember: Filter = {
    kind: 'remote',
    field: 'user_id',
    label: t('shopOffice.order.member'),
    url: '/admin/user.User',
    optionLabel: (row) => String(row.nickname || row.username || row.id),
  }
  const list = useListPage('/admin/shop.order.Order', {
    filters: [
      { kind: 'text', field: 'order_no', label: t('shopOffice.order.number') },
      ...(seesNumbers ? [byMobile] : []),
      { kind: 'text', field: 'goods', label: t('shopOffice.order.goods') },
      { kind: 'dates', field: 'create_time', label: t('common.createTime') },
      { kind: 'dates', field: 'pay_time', label: t('shopOffice.order.paidAt') },
      selectFilter('pay_method', t('shopOffice.order.method'), [0, 1, 2, 3], (method) =>
        t(`shopState.method.${method}`),
      ),
    ],
    apart: [tabFilter()],
    linked: [byMember],
    topics: [TOPIC],
  })
  const { state, fetched, reload } = list
  const actions = useOrderActions(reload)
  const exports = usePermission('shop/order/export')('index')
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'export' | 'file' | null>(null)
  const counts = countsOf(fetched.data)

  const columns: Column<ShopOrder>[] = [
    {
      key: 'order_no',
      title: t('shopOffice.order.number'),
      primary: true,
      render: (row) => <span className={table.clickable}>{row.order_no}</span>,
    },
    {
      key: 'status',
      title: t('shopOffice.order.status'),
      render: (row) => (
        <>
          <OrderTag order={row} />
          {row.parcels.some(({ doubt }) => doubt) && <Tag color="red">{t('shopOffice.order.doubt')}</Tag>}
        </>
      ),
    },
    {
      key: 'goods',
      title: t('shopOffice.order.goods'),
      render: (row) =>
        row.lines[0] && (
          <div className={classes.line}>
            <Goods
              line={{ ...row.lines[0], sku_code: `× ${row.lines[0].quantity}` }}
              note={
                row.lines.length > 1
                  ? t('shopOffice.order.goodsMore', { count: row.lines.length })
                  : undefined
              }
            />
          </div>
        ),
    },
    {
      key: 'user_id',
      title: t('shopOffice.order.member'),
      render: (row) => row.username || row.name || `#${row.user_id}`,
    },
    numberColumn('pay_amount', t('shopOffice.order.pay'), { sortable: true, money: true }),
    numberColumn('refund_amount', t('shopOffice.order.refund'), {
      sortable: true,
      wideOnly: true,
      money: true,
    }),
    {
      key: 'pay_method',
      title: t('shopOffice.order.method'),
      wideOnly: true,
      render: (row) =>
        row.pay_method === null || row.pay_method === undefined
          ? '–'
          : t(`shopState.method.${row.pay_method}`),
    },
    {
      key: 'parcels',
      title: t('shopOffice.order.parcels'),
      wideOnly: true,
      render: (row) => {
        const { done, all: whole } = progress(row)
        return whole === 0 ? '–' : t('shopOffice.order.shipped', { done, all: whole })
      },
    },
    {
      key: 'due_at',
      title: t('shopOffice.order.due'),
      sortable: true,
      render: (row) => <Due at={row.due_at} paused={row.paused_seconds} />,
    },
    timeColumn('create_time', t('common.createTime'), { sortable: true, figure: true }),
  ]
  const rowActions: RowAction<ShopOrder>[] = LIST_ACTIONS.map((action) => ({
    key: action,
    label: actions.label(action),
    danger: action === 'close',
    when: (row) => actions.possible(action, row),
    run: (row) => actions.run(action, row),
  }))

  const tabName = (status: string | number) => {
    const state = STATES.find(({ code }) => code === status)
    const count = state && counts?.[state.count]
    return (
      <>
        {t(`shopState.order.${status}`)}
        {Boolean(count) && <span className={classes.count}>{count}</span>}
      </>
    )
  }

  return (
    <ListPage
      list={list}
      page={ORDER_PAGE}
      title={t('shopOffice.order.title')}
      remark={t('shopOffice.order.remark')}
      exported={false}
      headStart={
        <>
          {can('delivery') && (
            <Button icon={<IconUpload />} onClick={() => setDialog('file')}>
              {t('shopDesk.file.button')}
            </Button>
          )}
          {can('addExportTask') && (
            <Button icon={<IconDownload />} onClick={() => setDialog('export')}>
              {t('shopDesk.export.button')}
            </Button>
          )}
        </>
      }
      above={
        <StatusTabs
          state={state}
          label={t('shopOffice.order.status')}
          values={STATES.map(({ code }) => code)}
          name={tabName}
        />
      }
      search={t(seesNumbers ? 'shopOffice.order.search' : 'shopOffice.order.searchMasked')}
      columns={columns}
      actions={rowActions}
      onOpen={list.open}
      empty={<Nothing text={t('shopOffice.order.empty')} />}
      detail={(opened) => <OrderDetail {...opened} />}
    >
      {actions.dialogs}
      {dialog && (
        <Suspense>
          {dialog === 'file' ? (
            <DeliveryFileDialog close={() => setDialog(null)} sent={reload} />
          ) : (
            <ExportDialog
              filter={query({ ...state.params, page: null, limit: null })}
              total={fetched.data?.total ?? 0}
              close={() => setDialog(null)}
              begun={() => exports && void navigate('/admin/shop/order/export')}
            />
          )}
        </Suspense>
      )}
    </ListPage>
  )
}
