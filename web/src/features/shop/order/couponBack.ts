import { ORDER, PAID_BACK } from '../states'
import type { Order } from './calls'

/** Whether the coupon of an order has come back to its member: all is over, or staff gave it back with some of the money. */
export function isCouponBack({
  status,
  user_coupon_id: coupon,
  refunds,
}: Pick<Order, 'status' | 'user_coupon_id' | 'refunds'>): boolean {
  if (!coupon) return false
  return (
    status === ORDER.closed || refunds.some((refund) => refund.coupon_back && refund.pay_status === PAID_BACK)
  )
}
