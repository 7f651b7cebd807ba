import { useTranslation } from 'react-i18next'
import classes from './period.module.css'
import { changeOf, percentText } from './period'
import type { Compared } from './types'

/** How a sum has changed since the period before: a percentage, or that there was nothing. */
export function Change({ of }: { of: Compared }) {
  const { t } = useTranslation()
  const change = changeOf(of)
  if (change === null) return null
  const way = change === 'new' || change > 0 ? 'up' : change < 0 ? 'down' : 'same'
  return (
    <span className={classes.change} data-way={way} title={t('dashboard.before', { number: of.before })}>
      {change === 'new' ? t('dashboard.new') : t('dashboard.percent', { percent: percentText(change) })}
    </span>
  )
}
