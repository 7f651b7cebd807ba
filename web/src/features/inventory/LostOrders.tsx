import { Button, Modal } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { Numeral } from '@/shared/ui/Numeral'
import { RouteLink } from '@/shared/ui/RouteLink'
import type { Lost } from './holds'
import { orderLink } from './stock'

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
            <RouteLink to={orderLink(order_kind, order_id)} onClick={close}>
              {order_no}
            </RouteLink>
            : <Numeral value={quantity} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
