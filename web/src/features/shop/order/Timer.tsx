import { useTranslation } from 'react-i18next'
import { Countdown, TimeLeft } from '../Countdown'
import { Icon } from '../Icon'
import type { Order } from './calls'
import classes from './order.module.css'

/** States that an order leaves by itself. */
const TIMED: readonly number[] = [1, 3, 4]

interface Props {
  order: Pick<Order, 'status' | 'due_at' | 'paused_seconds' | 'closing'>
}

/** The time at which the order changes its state by itself; it stands still while a refund is open. One that is being closed
 * waits for the payment provider. */
export function Timer({ order }: Props) {
  const { t } = useTranslation()
  const { due_at: due, paused_seconds: paused } = order
  if (order.closing || !TIMED.includes(order.status) || (!due && paused == null)) return null
  return (
    <p className={classes.left}>
      <Icon name="clock" size={18} />
      {t(`shopOrder.timer.s${order.status}`)}
      {due ? <Countdown key={due} until={due} /> : <TimeLeft seconds={paused ?? 0} />}
      {!due && <span className={classes.quiet}>{t('shopOrder.timer.paused')}</span>}
    </p>
  )
}
