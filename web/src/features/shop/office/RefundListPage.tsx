import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import table from '@/resource/list.module.css'
import { numberColumn, timeColumn } from '@/resource/listPage/columns'
import { selectFilter } from '@/resource/listPage/filters'
import { ListPage } from '@/resource/listPage/ListPage'
import { StatusTabs, tabFilter } from '@/resource/listPage/StatusTabs'
import { useListPage } from '@/resource/listPage/useListPage'
import type { Column, RowAction } from '@/resource/types'
import { usePermission } from '@/shared/hooks/usePermission'
import { Nothing } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { ORDER_PAGE, REFUND_PAGE, TOPIC, type RefundRow } from './model'
import { AuditTag, MoneyTag, RefundTag } from './tags'
import { REFUND_ACTIONS, useRefundActions } from './useRefundActions'

const RefundDetail = lazy(() => import('./RefundDetail'))

const URL = '/admin/shop.order.Refund'
const GOODS_TOO = 2
/** The field that tabs go by, and its values. */
const AUDIT = 'audit_status'
const AUDITS = [1, 2, 3]

/** Refunds: decided, received and paid from here. */
export default function RefundListPage() {
  const { t } = useTranslation()
  const can = usePermission(ORDER_PAGE)
  const select = (field: string, label: string, words: string, codes: readonly number[]) =>
    selectFilter(field, label, codes, (code) => t(`shopState.${words}.${code}`))
  const list = useListPage(URL, {
    filters: [
      { kind: 'text', field: 'orderRelation.order_no', label: t('shopOffice.refund.order') },
      select('status', t('shopOffice.refund.states'), 'refund', [0, 1, 2, 3]),
      select('type', t('shopOffice.refund.type'), 'refundType', [1, 2]),
      select('user_ship_status', t('shopOffice.refund.goods'), 'goods', [0, 1, 2]),
      { kind: 'dates', field: 'create_time', label: t('common.createTime') },
    ],
    apart: [tabFilter(AUDIT)],
    // The overview leads here with the refunds that were paid on a day.
    linked: [
      select('pay_status', t('shopOffice.refund.money'), 'money', [0, 1, 2, 3]),
      { kind: 'dates', field: 'paid_time', label: t('shopOffice.refund.paidAt') },
    ],
    topics: [TOPIC],
  })
  const actions = useRefundActions(list.reload)

  const columns: Column<RefundRow>[] = [
    {
      key: 'refund_no',
      title: t('shopOffice.refund.number'),
      primary: true,
      render: (row) => <span className={table.clickable}>{row.refund_no}</span>,
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
    numberColumn('refund_amount', t('shopOffice.refund.amount'), { sortable: true, money: true }),
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
    timeColumn('create_time', t('common.createTime'), { sortable: true, figure: true }),
  ]
  const rowActions: RowAction<RefundRow>[] = REFUND_ACTIONS.map((action) => ({
    key: action,
    label: actions.label(action),
    danger: action === 'reject',
    when: (row) => actions.possible(action, row),
    run: (row) => actions.run(action, row),
  }))

  return (
    <ListPage
      list={list}
      page={REFUND_PAGE}
      title={t('shopOffice.refund.title')}
      remark={t('shopOffice.refund.remark')}
      above={
        <StatusTabs
          state={list.state}
          field={AUDIT}
          label={t('shopOffice.refund.auditStatus')}
          values={AUDITS}
          name={(audit) => t(`shopState.audit.${audit}`)}
        />
      }
      search={t('shopOffice.refund.search')}
      columns={columns}
      actions={rowActions}
      onOpen={list.open}
      detail={(opened) => <RefundDetail {...opened} />}
      empty={<Nothing text={t('shopOffice.refund.empty')} />}
    >
      {actions.dialogs}
    </ListPage>
  )
}
