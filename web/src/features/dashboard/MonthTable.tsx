import { useTranslation } from 'react-i18next'
import { shown } from '@/shared/number/decimal'
import { RouteLink } from '@/shared/ui/RouteLink'
import classes from './dashboard.module.css'
import { barLink, INBOUND, OUTBOUND, showsCosts } from './figures'
import type { Month } from './types'

interface Props {
  months: readonly Month[]
  /** The name of the unit that quantities are in. */
  unit: string
  /** Figures lead to the records that make them. */
  opens: boolean
}

/** The chart's figures as a table, for those who read it aloud or press on a figure. */
export function MonthTable({ months, unit, opens }: Props) {
  const { t } = useTranslation()
  const costs = showsCosts(months)
  const quantity = (value: string, link: string) =>
    opens ? <RouteLink to={link}>{shown(value)}</RouteLink> : shown(value)
  return (
    <details className={classes.table}>
      <summary>{t('dashboard.table')}</summary>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('dashboard.table')}>
        <table>
          <thead>
            <tr>
              <th>{t('dashboard.month')}</th>
              <th>{t('dashboard.inQuantityOf', { unit })}</th>
              <th>{t('dashboard.outQuantityOf', { unit })}</th>
              {costs && <th>{t('dashboard.inAmount')}</th>}
              {costs && <th>{t('dashboard.outAmount')}</th>}
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, unit_id, in_quantity, out_quantity, in_amount, out_amount }) => (
              <tr key={month}>
                <th scope="row">{month}</th>
                <td>{quantity(in_quantity, barLink(month, unit_id, INBOUND))}</td>
                <td>{quantity(out_quantity, barLink(month, unit_id, OUTBOUND))}</td>
                {costs && <td>{shown(in_amount, 2)}</td>}
                {costs && <td>{shown(out_amount, 2)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
