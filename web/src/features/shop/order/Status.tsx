import { useTranslation } from 'react-i18next'
import { ORDER } from '../states'
import type { Order } from './calls'
import classes from './order.module.css'

const SHIPPED = 2
const GIVEN_UP = 3
const KINDS: Readonly<Record<number, string>> = {
  2: 'warning',
  7: 'warning',
  3: 'success',
  4: 'success',
  5: 'success',
  6: 'danger',
}

/** How many parcels of an order are on their way while others wait; nothing where all of them wait. */
export function sentOf({
  status,
  parcels,
}: Pick<Order, 'status' | 'parcels'>): { sent: number; all: number } | null {
  const leaving = parcels.filter((parcel) => parcel.status !== GIVEN_UP)
  const sent = leaving.filter((parcel) => parcel.status === SHIPPED).length
  return status === ORDER.toShip && sent > 0 ? { sent, all: leaving.length } : null
}

/**
 * The state of an order in words, with what has left of one that is sent in parts. One that is being closed can't be paid
 * any more.
 */
export function Status({ order }: { order: Pick<Order, 'status' | 'closing' | 'parcels'> }) {
  const { t } = useTranslation()
  const { status, closing } = order
  const parts = sentOf(order)
  return (
    <span className={classes.status} data-kind={KINDS[status] ?? 'info'}>
      {t(closing ? 'shopOrder.closing.status' : `shopOrder.status.s${status}`)}
      {parts && <> · {t('shopOrder.sentOf', parts)}</>}
    </span>
  )
}
