import { useTranslation } from 'react-i18next'
import classes from './order.module.css'

const KINDS: Readonly<Record<number, string>> = {
  2: 'warning',
  7: 'warning',
  3: 'success',
  4: 'success',
  5: 'success',
  6: 'danger',
}

/** The state of an order in words. */
export function Status({ status }: { status: number }) {
  const { t } = useTranslation()
  return (
    <span className={classes.status} data-kind={KINDS[status] ?? 'info'}>
      {t(`shopOrder.status.s${status}`)}
    </span>
  )
}
