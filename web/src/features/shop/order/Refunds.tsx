import { useTranslation } from 'react-i18next'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Icon } from '../Icon'
import type { Order } from './calls'
import { refundState } from './refundState'
import classes from './order.module.css'

type Refund = Order['refunds'][number]

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
