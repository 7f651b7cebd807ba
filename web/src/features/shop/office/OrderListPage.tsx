import { Button, Tag } from '@arco-design/web-react'
import { IconDownload, IconRefresh, IconUpload } from '@arco-design/web-react/icon'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { FilterBar } from '@/resource/FilterBar'
import list from '@/resource/list.module.css'
import { SavedFilters } from '@/resource/list/SavedFilters'
import { ListView } from '@/resource/ListView'
import type { Column, Filter, Listing, RowAction } from '@/resource/types'
import { useRows } from '@/resource/useListing'
import { useListState } from '@/resource/useListState'
import { usePermission } from '@/shared/hooks/usePermission'
import { useTopics } from '@/shared/hooks/useTopics'
import type { Schema } from '@/shared/http'
import { query } from '@/shared/http/client'
import { Numeral } from '@/shared/ui/Numeral'
import { Card, Nothing, Page } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'
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
  const filters = useMemo<Filter[]>(
    () => [
      { kind: 'text', field: 'order_no', label: t('shopOffice.order.number') },
      ...(seesNumbers
        ? [{ kind: 'text', field: 'mobile', label: t('shopOffice.order.mobile') } as const]
        : []),
      { kind: 'text', field: 'goods', label: t('shopOffice.order.goods') },
      { kind: 'dates', field: 'create_time', label: t('common.createTime') },
      { kind: 'dates', field: 'pay_time', label: t('shopOffice.order.paidAt') },
      {
        kind: 'select',
        field: 'pay_method',
        label: t('shopOffice.order.method'),
        options: ['0', '1', '2', '3'].map((value) => ({ value, label: t(`shopState.method.${value}`) })),
      },
    ],
    [t, seesNumbers],
  )
  const status = useMemo<Filter>(() => ({ kind: 'select', field: 'status', label: '', options: [] }), [])
  // The list of members leads here with one of them.
  const member = useMemo<Filter>(
    () => ({
      kind: 'remote',
      field: 'user_id',
      label: t('shopOffice.order.member'),
      url: '/admin/user.User',
      optionLabel: (row) => String(row.nickname || row.username || row.id),
    }),
    [t],
  )
  const all = useMemo(() => [status, member, ...filters], [status, member, filters])
  const state = useListState(all)
  const shown = state.value('user_id') ? [member, ...filters] : filters
  const fetched = useRows('/admin/shop.order.Order', state)
  useTopics([TOPIC], fetched.reload)
  const actions = useOrderActions(fetched.reload)
  const exports = usePermission('shop/order/export')('index')
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'export' | 'file' | null>(null)
  const counts = countsOf(fetched.data)
  const opened = Number(state.value('id')) || null

  const columns: Column<ShopOrder>[] = [
    {
      key: 'order_no',
      title: t('shopOffice.order.number'),
      primary: true,
      render: (row) => <span className={list.clickable}>{row.order_no}</span>,
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
    {
      key: 'pay_amount',
      title: t('shopOffice.order.pay'),
      numeric: true,
      sortable: true,
      render: (row) => <Numeral value={row.pay_amount} digits={2} />,
    },
    {
      key: 'refund_amount',
      title: t('shopOffice.order.refund'),
      numeric: true,
      sortable: true,
      wideOnly: true,
      render: (row) => <Numeral value={row.refund_amount} digits={2} />,
    },
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
    {
      key: 'create_time',
      title: t('common.createTime'),
      sortable: true,
      render: (row) => moment(row.create_time),
    },
  ]
  const rowActions: RowAction<ShopOrder>[] = LIST_ACTIONS.map((action) => ({
    key: action,
    label: actions.label(action),
    danger: action === 'close',
    when: (row) => actions.possible(action, row),
    run: (row) => actions.run(action, row),
  }))

  return (
    <Page
      title={t('shopOffice.order.title')}
      remark={fetched.data?.remark || t('shopOffice.order.remark')}
      actions={
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
          <Button icon={<IconRefresh />} aria-label={t('common.refresh')} onClick={fetched.reload} />
        </>
      }
    >
      <Card>
        <div className={list.tabs} role="group" aria-label={t('shopOffice.order.status')}>
          {[null, ...STATES].map((one) => {
            const value = one ? String(one.code) : ''
            const count = one && counts?.[one.count]
            return (
              <button
                key={value}
                type="button"
                className={list.tab}
                aria-pressed={state.value('status') === value}
                onClick={() => state.set({ status: value || null })}
              >
                {one ? t(`shopState.order.${one.code}`) : t('common.all')}
                {Boolean(count) && <span className={classes.count}>{count}</span>}
              </button>
            )
          })}
        </div>
        <FilterBar
          filters={shown}
          state={state}
          quickHint={t(seesNumbers ? 'shopOffice.order.search' : 'shopOffice.order.searchMasked')}
          tools={<SavedFilters list={ORDER_PAGE} />}
        />
        <ListView
          label={t('shopOffice.order.title')}
          state={state}
          fetched={fetched}
          columns={columns}
          actions={rowActions}
          onOpen={(row) => state.set({ id: String(row.id), page: state.value('page') || null })}
          empty={<Nothing text={t('shopOffice.order.empty')} />}
        />
      </Card>
      {opened !== null && (
        <Suspense>
          <OrderDetail
            id={opened}
            close={() => state.set({ id: null, page: state.value('page') || null })}
            changed={fetched.reload}
          />
        </Suspense>
      )}
      {actions.dialogs}
      {dialog && (
        <Suspense>
          {dialog === 'file' ? (
            <DeliveryFileDialog close={() => setDialog(null)} sent={fetched.reload} />
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
    </Page>
  )
}
