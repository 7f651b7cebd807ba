import { useTranslation } from 'react-i18next'
import type { Order } from './calls'
import classes from './order.module.css'

const KINDS: Readonly<Record<number, string>> = {
  2: 'warning',
  7: 'warning',
  3: 'success',
  4: 'success',
  5: 'success',
  6: 'danger',
}

/** The state of an order in words; one that is being closed can't be paid any more. */
export function Status({ order: { status, closing } }: { order: Pick<Order, 'status' | 'closing'> }) {
  const { t } = useTranslation()
  return (
    <span className={classes.status} data-kind={KINDS[status] ?? 'info'}>
      {t(closing ? 'shopOrder.closing.status' : `shopOrder.status.s${status}`)}
    </span>
  )
}
