import type { Order } from './calls'

/** What is told of a refund, within its order and by itself. */
type Refund = Pick<
  Order['refunds'][number],
  'type' | 'status' | 'audit_status' | 'user_ship_status' | 'pay_status' | 'refuse_reason' | 'end_reason'
>

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
