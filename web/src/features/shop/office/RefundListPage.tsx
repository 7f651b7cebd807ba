import { Button } from '@arco-design/web-react'
import { IconRefresh } from '@arco-design/web-react/icon'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
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
import { RouteLink } from '@/shared/ui/RouteLink'
import { moment } from '@/shared/ui/time'
import { ORDER_PAGE, REFUND_PAGE, TOPIC, type RefundRow } from './model'
import { AuditTag, MoneyTag, RefundTag } from './tags'
import { REFUND_ACTIONS, useRefundActions } from './useRefundActions'

const RefundDetail = lazy(() => import('./RefundDetail'))

const URL = '/admin/shop.order.Refund'
const GOODS_TOO = 2

/** Refunds: decided, received and paid from here. */
export default function RefundListPage() {
  const { t } = useTranslation()
  const can = usePermission(ORDER_PAGE)
  const options = (key: string, codes: readonly number[]) =>
    codes.map((code) => ({ value: String(code), label: t(`shopState.${key}.${code}`) }))
  const filters = useMemo<Filter[]>(
    () => [
      { kind: 'text', field: 'orderRelation.order_no', label: t('shopOffice.refund.order') },
      {
        kind: 'select',
        field: 'status',
        label: t('shopOffice.refund.states'),
        options: options('refund', [0, 1, 2, 3]),
      },
      {
        kind: 'select',
        field: 'type',
        label: t('shopOffice.refund.type'),
        options: options('refundType', [1, 2]),
      },
      {
        kind: 'select',
        field: 'user_ship_status',
        label: t('shopOffice.refund.goods'),
        options: options('goods', [0, 1, 2]),
      },
      { kind: 'dates', field: 'create_time', label: t('common.createTime') },
    ],
    // eslint-disable-next-line react-hooks/exhaustive-deps -- another language is another t
    [t],
  )
  const audit = useMemo<Filter>(() => ({ kind: 'select', field: 'audit_status', label: '', options: [] }), [])
  // The overview leads here with the refunds that were paid on a day.
  const paid = useMemo<Filter[]>(
    () => [
      {
        kind: 'select',
        field: 'pay_status',
        label: t('shopOffice.refund.money'),
        options: options('money', [0, 1, 2, 3]),
      },
      { kind: 'dates', field: 'paid_time', label: t('shopOffice.refund.paidAt') },
    ],
    // eslint-disable-next-line react-hooks/exhaustive-deps -- another language is another t
    [t],
  )
  const all = useMemo(() => [audit, ...paid, ...filters], [audit, paid, filters])
  const state = useListState(all)
  const shown = [...paid.filter(({ field }) => state.value(field)), ...filters]
  const fetched = useRows(URL, state)
  useTopics([TOPIC], fetched.reload)
  const actions = useRefundActions(fetched.reload)
  const opened = Number(state.value('id')) || null

  const columns: Column<RefundRow>[] = [
    {
      key: 'refund_no',
      title: t('shopOffice.refund.number'),
      primary: true,
      render: (row) => <span className={list.clickable}>{row.refund_no}</span>,
    },
    {
      key: 'audit_status',
      title: t('shopOffice.refund.audit'),
      render: (row) => <AuditTag refund={row} />,
    },
    {
      key: 'order_no',
      title: t('shopOffice.refund.order'),
      render: (row) =>
        can('index') ? (
          <span onClick={(event) => event.stopPropagation()}>
            <RouteLink to={`/admin/${ORDER_PAGE}?order_no=${row.orderRelation.order_no}&id=${row.order_id}`}>
              {row.orderRelation.order_no}
            </RouteLink>
          </span>
        ) : (
          row.orderRelation.order_no
        ),
    },
    {
      key: 'user_id',
      title: t('shopOffice.refund.member'),
      render: (row) => row.username || `#${row.user_id}`,
    },
    {
      key: 'type',
      title: t('shopOffice.refund.type'),
      render: (row) => t(`shopState.refundType.${row.type}`),
    },
    {
      key: 'refund_amount',
      title: t('shopOffice.refund.amount'),
      numeric: true,
      sortable: true,
      render: (row) => <Numeral value={row.refund_amount} digits={2} />,
    },
    {
      key: 'status',
      title: t('shopOffice.refund.states'),
      render: (row) => <RefundTag status={row.status} />,
    },
    {
      key: 'user_ship_status',
      title: t('shopOffice.refund.goods'),
      wideOnly: true,
      render: (row) => (row.type === GOODS_TOO ? t(`shopState.goods.${row.user_ship_status}`) : '–'),
    },
    {
      key: 'pay_status',
      title: t('shopOffice.refund.money'),
      render: (row) => <MoneyTag status={row.pay_status} />,
    },
    {
      key: 'create_time',
      title: t('common.createTime'),
      sortable: true,
      render: (row) => moment(row.create_time),
    },
  ]
  const rowActions: RowAction<RefundRow>[] = REFUND_ACTIONS.map((action) => ({
    key: action,
    label: actions.label(action),
    danger: action === 'reject',
    when: (row) => actions.possible(action, row),
    run: (row) => actions.run(action, row),
  }))

  return (
    <Page
      title={t('shopOffice.refund.title')}
      remark={fetched.data?.remark || t('shopOffice.refund.remark')}
      actions={
        <>
          <Button icon={<IconRefresh />} aria-label={t('common.refresh')} onClick={fetched.reload} />
          <ExportList
            page={REFUND_PAGE}
            list={{ url: URL, title: t('shopOffice.refund.title') }}
            params={state.params}
          />
        </>
      }
    >
      <Card>
        <div className={list.tabs} role="group" aria-label={t('shopOffice.refund.auditStatus')}>
          {['', '1', '2', '3'].map((value) => (
            <button
              key={value}
              type="button"
              className={list.tab}
              aria-pressed={state.value('audit_status') === value}
              onClick={() => state.set({ audit_status: value || null })}
            >
              {value ? t(`shopState.audit.${value}`) : t('common.all')}
            </button>
          ))}
        </div>
        <FilterBar
          filters={shown}
          state={state}
          quickHint={t('shopOffice.refund.search')}
          tools={<SavedFilters list={REFUND_PAGE} />}
        />
        <ListView
          label={t('shopOffice.refund.title')}
          state={state}
          fetched={fetched}
          columns={columns}
          actions={rowActions}
          onOpen={(row) => state.set({ id: String(row.id), page: state.value('page') || null })}
          empty={<Nothing text={t('shopOffice.refund.empty')} />}
        />
      </Card>
      {opened !== null && (
        <Suspense>
          <RefundDetail
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
