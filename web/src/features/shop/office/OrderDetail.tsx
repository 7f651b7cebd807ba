import { Comments } from '@/resource/comments/Comments'
import { Alert, Descriptions, Tag, Timeline } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useTopics } from '@/shared/hooks/useTopics'
import { useWide } from '@/shared/hooks/useWide'
import { ActionButtons, DetailDrawer } from '@/shared/ui/DetailDrawer'
import { Numeral } from '@/shared/ui/Numeral'
import { RouteLink } from '@/shared/ui/RouteLink'
import { moment } from '@/shared/ui/time'
import { refusedCancel } from '../refusedCancel'
import { findOrder } from './calls'
import { Due } from './Due'
import { eventReason } from './eventReason'
import { REFUND_PAGE, TOPIC, type OrderDetail as Detail, type ShopOrder } from './model'
import classes from './office.module.css'
import { OrderLines } from './OrderLines'
import { OrderMoney } from './OrderMoney'
import { OrderParcels } from './OrderParcels'
import { AuditTag, MoneyTag, OrderTag, RefundTag } from './tags'
import { useNames } from './useNames'
import { ORDER_ACTIONS, useOrderActions, type OrderAction } from './useOrderActions'

const PAYMENTS: Readonly<Record<number, string>> = { 0: 'gray', 1: 'green', 2: 'gray', 3: 'red', 4: 'green' }

/** What the order waits for. */
const PRIMARY: readonly OrderAction[] = ['delivery', 'cancel']

/** What is known of an order as a whole. */
export function Facts({ row, history }: { row: ShopOrder } & Pick<Detail, 'history'>) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const ships = row.parcels.length > 0
  const dueKey = `shopOffice.due.${row.status}`
  const notCancelled = refusedCancel(row.status, history)
  const facts = [
    { label: t('shopOffice.order.status'), value: <OrderTag order={row} /> },
    ...(notCancelled ? [{ label: t('shopOffice.detail.notCancelled'), value: notCancelled }] : []),
    ...(row.due_at || row.paused_seconds != null
      ? [
          {
            label: t(dueKey, { defaultValue: t('shopOffice.order.due') }),
            value: (
              <>
                <Due at={row.due_at} paused={row.paused_seconds} />{' '}
                {row.due_at && <span className={classes.hint}>{moment(row.due_at)}</span>}
              </>
            ),
          },
        ]
      : []),
    { label: t('shopOffice.order.member'), value: row.username || `#${row.user_id}` },
    { label: t('common.createTime'), value: moment(row.create_time) },
    {
      label: t('shopOffice.order.method'),
      value:
        row.pay_method === null || row.pay_method === undefined
          ? '–'
          : `${t(`shopState.method.${row.pay_method}`)} · ${moment(row.pay_time)}`,
    },
    ...(ships
      ? [
          {
            label: t('shopOffice.detail.recipient'),
            value: (
              <span title={row.mobile.includes('*') ? t('shopOffice.detail.masked') : undefined}>
                {[row.name, row.mobile, row.area_text, row.address].filter(Boolean).join(' ')}
              </span>
            ),
          },
        ]
      : []),
    ...(row.keep_until ? [{ label: t('shopOffice.detail.keepUntil'), value: row.keep_until }] : []),
    ...(row.remark ? [{ label: t('shopOffice.detail.remark'), value: row.remark }] : []),
    ...(row.admin_remark ? [{ label: t('shopOffice.detail.adminRemark'), value: row.admin_remark }] : []),
    ...(row.cancel_reason ? [{ label: t('shopOffice.detail.cancelled'), value: row.cancel_reason }] : []),
  ]
  return (
    <Descriptions
      column={wide ? 2 : 1}
      data={facts}
      labelStyle={{ whiteSpace: 'nowrap', paddingRight: 16 }}
    />
  )
}

function Refunds({ row }: { row: ShopOrder }) {
  const { t } = useTranslation()
  const can = usePermission(REFUND_PAGE)
  return (
    <ul className={classes.parcels}>
      {row.refunds.map((refund) => (
        <li key={refund.no}>
          <div className={classes.row}>
            {can('index') ? (
              <RouteLink to={`/admin/${REFUND_PAGE}?orderRelation.order_no=${row.order_no}`}>
                {refund.refund_no}
              </RouteLink>
            ) : (
              <strong>{refund.refund_no}</strong>
            )}
            <span>{t(`shopState.refundType.${refund.type}`)}</span>
            <Numeral value={refund.refund_amount} money />
            <AuditTag refund={refund} />
            <RefundTag status={refund.status} />
            <MoneyTag status={refund.pay_status} />
          </div>
          {refund.reason && <span className={classes.hint}>{refund.reason}</span>}
        </li>
      ))}
    </ul>
  )
}

function Payments({ payments }: { payments: Detail['payments'] }) {
  const { t } = useTranslation()
  // A known reason is a code; what a person has noted is a text.
  const noticeOf = (notice: string): string => t(`shopPay.why.${notice}`, { defaultValue: notice })
  return (
    <ul className={classes.parcels}>
      {payments.map((payment) => (
        <li key={payment.out_trade_no}>
          <div className={classes.row}>
            <strong>{payment.out_trade_no}</strong>
            <span>{t(`shopState.method.${payment.method}`)}</span>
            <Numeral value={payment.paid_amount} money />
            <Tag color={PAYMENTS[payment.status]}>{t(`shopOffice.paymentStatus.${payment.status}`)}</Tag>
            <span className={classes.hint}>{moment(payment.paid_time ?? payment.create_time)}</span>
          </div>
          {payment.notice && <span className={classes.hint}>{noticeOf(payment.notice)}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Every step of an order, and by whom; staff by name for those who may see administrators. */
function History({ history }: Pick<Detail, 'history'>) {
  const { t } = useTranslation()
  const seesStaff = usePermission('auth/admin')('index')
  const name = useNames('/admin/auth.Admin', seesStaff ? history.map(({ admin_id }) => admin_id) : [])
  const by = (event: Detail['history'][number]): string =>
    event.admin_id && seesStaff ? name(event.admin_id) : t(`shopOffice.detail.by.${event.by}`)
  return (
    <Timeline>
      {history.map((event, index) => (
        <Timeline.Item
          key={`${event.time}-${index}`}
          label={`${by(event)} ${moment(event.time, 'YYYY-MM-DD HH:mm:ss')}`}
        >
          {t(`shopOffice.history.${event.action}`, { defaultValue: event.action })}
          {event.reason ? `: ${eventReason(event, t)}` : ''}
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

function Body({ detail }: { detail: Detail }) {
  const { t } = useTranslation()
  const { row, history, payments } = detail
  return (
    <div className={classes.detail}>
      {row.parcels.some(({ doubt }) => doubt) && (
        <Alert type="warning" content={t('shopOffice.detail.doubt')} />
      )}
      <Facts row={row} history={history} />
      <h2>{t('shopOffice.detail.lines')}</h2>
      <OrderLines order={row} />
      <h2>{t('shopOffice.money.title')}</h2>
      <OrderMoney order={row} />
      <h2>{t('shopOffice.detail.parcels')}</h2>
      <OrderParcels detail={detail} />
      {row.refunds.length > 0 && (
        <>
          <h2>{t('shopOffice.detail.refunds')}</h2>
          <Refunds row={row} />
        </>
      )}
      {payments.length > 0 && (
        <>
          <h2>{t('shopOffice.detail.payments')}</h2>
          <Payments payments={payments} />
        </>
      )}
      <Comments page="shop/order/order" id={row.id} />
      <h2>{t('shopOffice.detail.history')}</h2>
      <History history={history} />
    </div>
  )
}

interface Props {
  id: number
  close: () => void
  changed: () => void
}

/** One order: lines, the sum explained, parcels, refunds, payments, history. */
export default function OrderDetail({ id, close, changed }: Props) {
  const { t } = useTranslation()
  const fetched = useFetched(`shop order ${id}`, (signal) => findOrder(id, signal))
  const actions = useOrderActions(() => {
    fetched.reload()
    changed()
  })
  useTopics([TOPIC], fetched.reload)
  const detail = fetched.data?.row.id === id ? fetched.data : null
  const row = detail?.row
  const possible = row ? ORDER_ACTIONS.filter((action) => actions.possible(action, row)) : []
  const side = possible.filter((action) => !PRIMARY.includes(action))
  const main = possible.filter((action) => PRIMARY.includes(action))
  return (
    <DetailDrawer
      title={t('shopOffice.order.one')}
      number={row?.order_no}
      width={960}
      fetched={fetched}
      close={close}
      side={
        row && side.length > 0 && <ActionButtons actions={actions} row={row} list={side} danger={['close']} />
      }
      main={
        row &&
        main.length > 0 && <ActionButtons actions={actions} row={row} list={main} primary={main.length} />
      }
      dialogs={actions.dialogs}
    >
      {detail && <Body detail={detail} />}
    </DetailDrawer>
  )
}
