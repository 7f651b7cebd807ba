import { useTranslation } from 'react-i18next'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Icon } from '../Icon'
import type { Order } from './calls'
import classes from './order.module.css'

type Refund = Order['refunds'][number]

const WITH_GOODS = 2

/** Where a refund is, in one word; the page of the refund tells its three tracks. */
export function refundState(refund: Refund): string {
  if (refund.status === 2) return 'done'
  if (refund.end_reason === 'member') return 'withdrawn'
  if (refund.status === 3) return refund.audit_status === 3 || refund.refuse_reason ? 'refused' : 'ended'
  if (refund.audit_status === 1) return 'asked'
  if (refund.type === WITH_GOODS && refund.user_ship_status === 0) return 'send'
  if (refund.type === WITH_GOODS && refund.user_ship_status === 1) return 'sent'
  return refund.pay_status === 3 ? 'stuck' : 'paying'
}

/** A refund's id on the wire: the order's id x 100 + its number within the order. */
export const refundId = (order: Pick<Order, 'id'>, refund: Pick<Refund, 'no'>): number =>
  order.id * 100 + refund.no

/** The refunds of an order, each leading to its page; nothing where there are none. */
export function Refunds({ order }: { order: Order }) {
  const { t } = useTranslation()
  if (order.refunds.length === 0) return null
  return (
    <ul className={classes.refunds} aria-label={t('shopOrder.refunds')}>
      {order.refunds.map((refund) => {
        const state = refundState(refund)
        return (
          <li key={refund.no}>
            <RouteLink to={`/user/shop/refund?id=${refundId(order, refund)}`}>
              {t('shopOrder.refund', { amount: t('shop.money', { amount: refund.refund_amount }) })}
              <b data-state={state}>{t(`shopOrder.refundState.${state}`)}</b>
              <Icon name="right" size={14} />
            </RouteLink>
          </li>
        )
      })}
    </ul>
  )
}
