import { useTranslation } from 'react-i18next'
import { usePermission } from '@/shared/hooks/usePermission'
import { RouteLink } from '@/shared/ui/RouteLink'
import { moment } from '@/shared/ui/time'
import type { OrderDetail } from './model'
import classes from './office.module.css'
import { ParcelTag } from './tags'
import { useNames } from './useNames'

const OUTBOUND = 'warehouse/outboundOrder'

/** The address at which a parcel is followed. */
export const trackingUrl = (pattern: string, number: string): string | null =>
  /^https?:\/\//.test(pattern) && number ? pattern.replaceAll('{no}', encodeURIComponent(number)) : null

/** The parcels of an order: from where, with whom, what is in them. */
export function OrderParcels({ detail: { row, companies } }: { detail: OrderDetail }) {
  const { t } = useTranslation()
  const can = usePermission(OUTBOUND)
  const warehouse = useNames(
    '/admin/warehouse.Warehouse',
    row.parcels.map(({ warehouses_id }) => warehouses_id),
  )
  if (row.parcels.length === 0) return <p className={classes.hint}>{t('shopOffice.detail.virtual')}</p>
  return (
    <ul className={classes.parcels}>
      {row.parcels.map((parcel) => {
        const company = companies.find(({ id }) => id === parcel.company_id)
        const track = company && trackingUrl(company.tracking_url, parcel.courier_number)
        return (
          <li key={parcel.no}>
            <div className={classes.row}>
              <strong>{t('shopOffice.detail.parcel', { no: parcel.no })}</strong>
              <ParcelTag status={parcel.status} />
              {parcel.warehouses_id && <span>{warehouse(parcel.warehouses_id)}</span>}
              {parcel.outbound_order_id && can('index') ? (
                <RouteLink to={`/admin/${OUTBOUND}?id=${parcel.outbound_order_id}`}>
                  {parcel.outbound_order_no}
                </RouteLink>
              ) : (
                parcel.outbound_order_no && <span>{parcel.outbound_order_no}</span>
              )}
            </div>
            {parcel.courier_number && (
              <div className={classes.row}>
                <span>
                  {company?.name} {parcel.courier_number}
                </span>
                <span className={classes.hint}>{moment(parcel.shipment_time)}</span>
                {track && (
                  <a href={track} target="_blank" rel="noreferrer">
                    {t('shopOffice.detail.track')}
                  </a>
                )}
              </div>
            )}
            {parcel.doubt && <span className={classes.fault}>{t('shopOffice.detail.doubt')}</span>}
            <ul className={classes.pieces}>
              {parcel.lines.map(({ line, quantity }) => {
                const of = row.lines.find((one) => one.line === line)
                return (
                  <li key={line}>
                    {[of?.name, of?.sku_text].filter(Boolean).join(' ')} × {quantity}
                  </li>
                )
              })}
            </ul>
          </li>
        )
      })}
    </ul>
  )
}
