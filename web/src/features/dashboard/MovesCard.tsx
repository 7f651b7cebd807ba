import { useTranslation } from 'react-i18next'
import { shown } from '@/shared/number/decimal'
import { Card } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Change } from './Change'
import { INBOUND, OUTBOUND, recordsLink } from './figures'
import { MoveColumns } from './MoveColumns'
import classes from './period.module.css'
import type { PeriodName } from './period'
import { PeriodChoice } from './PeriodChoice'
import type { Moves } from './types'

interface Props {
  moves: Moves
  period: PeriodName
  choose: (period: PeriodName) => void
  /** Sums lead to the records that they count. */
  opens: boolean
}

/** How often goods moved in a period: sums beside those of the period before, and its days or months. */
export function MovesCard({ moves, period, choose, opens }: Props) {
  const { t } = useTranslation()
  const sums = [
    { name: 'received', of: moves.received, link: recordsLink({ operation_type: INBOUND }, moves.since) },
    { name: 'shipped', of: moves.shipped, link: recordsLink({ operation_type: OUTBOUND }, moves.since) },
    { name: 'movedProducts', of: moves.products, link: null },
  ]
  return (
    <Card label={t('dashboard.moves')}>
      <div className={classes.head}>
        <div>
          <h2>{t('dashboard.moves')}</h2>
          <span>{t('dashboard.movesText', { since: moves.since, before: moves.since_before })}</span>
        </div>
        <PeriodChoice chosen={period} choose={choose} />
      </div>
      <dl className={classes.sums}>
        {sums.map(({ name, of, link }) => (
          <div key={name}>
            <dt>{t(`dashboard.${name}`)}</dt>
            <dd>
              {link && opens ? (
                <RouteLink to={link} className={classes.sum}>
                  {shown(of.now)}
                </RouteLink>
              ) : (
                <span className={classes.sum}>{shown(of.now)}</span>
              )}
              <Change of={of} />
              <span className={classes.before}>{t('dashboard.before', { number: shown(of.before) })}</span>
            </dd>
          </div>
        ))}
      </dl>
      <MoveColumns points={moves.points} period={moves.period as PeriodName} />
    </Card>
  )
}
