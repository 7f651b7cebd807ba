import { useTranslation } from 'react-i18next'
import { share } from './figures'
import classes from './period.module.css'
import { nameEvery, pointName, type PeriodName } from './period'
import type { Moves } from './types'

interface Props {
  points: Moves['points']
  period: PeriodName
}

/** What came in and went out day by day or month by month. */
export function MoveColumns({ points, period }: Props) {
  const { t } = useTranslation()
  const most = points.reduce((most, { received, shipped }) => Math.max(most, received, shipped), 1)
  const every = nameEvery(points.length)
  return (
    <div className={classes.chart}>
      <p className={classes.legend} aria-hidden>
        <span data-flow="in">{t('dashboard.received')}</span>
        <span data-flow="out">{t('dashboard.shipped')}</span>
      </p>
      <ol className={classes.columns}>
        {points.map(({ since, received, shipped }, index) => {
          const name = pointName(since, period)
          const text = t('dashboard.point', { name, received, shipped })
          return (
            <li key={since} title={text}>
              <span className={classes.pairOfColumns} role="img" aria-label={text}>
                <span data-flow="in" style={{ height: `${share(received, most)}%` }} />
                <span data-flow="out" style={{ height: `${share(shipped, most)}%` }} />
              </span>
              <span className={classes.pointName} aria-hidden>
                {(points.length - 1 - index) % every === 0 ? name : ''}
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
