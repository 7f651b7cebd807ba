import { useTranslation } from 'react-i18next'
import classes from './period.module.css'
import { PERIODS, type PeriodName } from './period'

interface Props {
  chosen: PeriodName
  choose: (period: PeriodName) => void
}

/** Whose movements the dashboard shows. */
export function PeriodChoice({ chosen, choose }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.choice} role="group" aria-label={t('dashboard.period')}>
      {PERIODS.map((period) => (
        <button
          key={period}
          type="button"
          aria-pressed={period === chosen}
          onClick={() => {
            choose(period)
          }}
        >
          {t(`dashboard.periods.${period}`)}
        </button>
      ))}
    </div>
  )
}
