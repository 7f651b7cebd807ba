import { useTranslation } from 'react-i18next'
import { OrderLink } from '@/features/orders'
import { Numeral } from '@/shared/ui/Numeral'
import type { LostReservation } from './api'
import classes from './counts.module.css'

/** Reservations whose goods a posted count did not find. */
export function Lost({ rows }: { rows: readonly LostReservation[] }) {
  const { t } = useTranslation()
  return (
    <>
      <h2 className={classes.heading}>{t('counts.lost')}</h2>
      <p className={classes.hint}>{t('counts.lostHint')}</p>
      <table className={classes.plain}>
        <thead>
          <tr>
            <th>{t('counts.order')}</th>
            <th>{t('counts.line')}</th>
            <th className={classes.right}>{t('counts.missing')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <td>
                <OrderLink kind={row.order_kind} id={row.order_id}>
                  {row.order_no ?? `#${row.order_id}`}
                </OrderLink>
              </td>
              <td>{row.line}</td>
              <td className={classes.right}>
                <Numeral value={row.missing_quantity} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
