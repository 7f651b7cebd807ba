import { Modal } from '@arco-design/web-react'
import i18n from '@/shared/i18n'
import { Numeral } from '@/shared/ui/Numeral'
import type { Lost } from './holds'

/** Names the orders that have lost reservations. */
export function showLost(lost: readonly Lost[]): void {
  if (lost.length === 0) return
  Modal.info({
    title: i18n.t('holds.lost', { count: lost.length }),
    content: (
      <ul>
        {lost.map((order) => (
          <li key={`${order.order_kind} ${order.order_id}`}>
            {order.order_no}: <Numeral value={order.quantity} />
          </li>
        ))}
      </ul>
    ),
  })
}
