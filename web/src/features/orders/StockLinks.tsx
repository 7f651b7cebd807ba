import { useTranslation } from 'react-i18next'
import { usePermission } from '@/shared/hooks/usePermission'
import { RouteLink } from '@/shared/ui/RouteLink'
import classes from './orders.module.css'

/** From an order to what it moved, what is reserved for it, and where its batches came from and went. */
export function StockLinks({ number }: { number: string }) {
  const { t } = useTranslation()
  const records = usePermission('warehouse/inventoryRecord')
  const reservations = usePermission('warehouse/reservation')
  const trace = usePermission('warehouse/batchTrace')
  const sought = encodeURIComponent(number)
  return (
    <nav className={classes.stockLinks} aria-label={t('orders.stock')}>
      {records('index') && (
        <RouteLink to={`/admin/warehouse/inventoryRecord?operation_number=${sought}`}>
          {t('orders.records')}
        </RouteLink>
      )}
      {reservations('index') && (
        <RouteLink to={`/admin/warehouse/reservation?operation_number=${sought}`}>
          {t('orders.reservations')}
        </RouteLink>
      )}
      {trace('order') && (
        <RouteLink to={`/admin/warehouse/batchTrace?order_no=${sought}`}>{t('orders.trace')}</RouteLink>
      )}
    </nav>
  )
}
