import { Button, Modal } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { OrderLink } from '@/features/orders'
import { Numeral } from '@/shared/ui/Numeral'
import type { Lost } from './holds'

/** Names the orders that have lost reservations, with the way to each of them; nothing where there are none. */
export function LostOrders({ orders, close }: { orders: readonly Lost[]; close: () => void }) {
  const { t } = useTranslation()
  if (orders.length === 0) return null
  return (
    <Modal
      visible
      title={t('holds.lost', { count: orders.length })}
      onCancel={close}
      footer={
        <Button type="primary" onClick={close}>
          {t('common.close')}
        </Button>
      }
    >
      <ul>
        {orders.map(({ order_kind, order_id, order_no, quantity }) => (
          <li key={`${order_kind} ${order_id}`}>
            <OrderLink kind={order_kind} id={order_id} onClick={close}>
              {order_no}
            </OrderLink>
            : <Numeral value={quantity} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
