import { useTranslation } from 'react-i18next'
import { Card, Waiting } from '@/shared/ui/Page'
import classes from './dashboard.module.css'
import period from './period.module.css'

const FIGURES = 8

/** The shape of the dashboard before its figures have come. */
export function DashboardSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={period.skeleton} role="status" aria-label={t('common.loading')}>
      <div className={classes.cards} aria-hidden>
        {Array.from({ length: FIGURES }, (_, index) => (
          <span key={index} className={period.waitingFigure} />
        ))}
      </div>
      <span className={period.waitingChart} aria-hidden />
      <div className={classes.pair} aria-hidden>
        <Card>
          <Waiting rows={4} />
        </Card>
        <Card>
          <Waiting rows={4} />
        </Card>
      </div>
    </div>
  )
}
