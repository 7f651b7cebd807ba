import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { lazy, Suspense } from 'react'
import { OrderTiles } from '@/features/shop'
import { useFetched } from '@/shared/hooks/useFetched'
import { memberHttp } from '@/shared/http/member'
import { preferences } from '@/shared/preferences/store'
import { member } from '@/shared/session/member'
import { Card, Page, Problem, Waiting } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'
import { hasShop } from '../hasShop'
import classes from '../member.module.css'

const WeekChart = lazy(() => import('./WeekChart'))

/** What has happened to balance and points in the last seven days. */
export default function OverviewPage() {
  const { t } = useTranslation()
  const { info, menus } = useSnapshot(member)
  const { dark } = useSnapshot(preferences)
  const week = useFetched('overview', (signal) => memberHttp.get('/api/account/overview', {}, signal))
  return (
    <Page title={t('member.account.overview')}>
      <Card>
        <dl className={classes.facts}>
          <div>
            <dt>{t('member.balance')}</dt>
            <dd>{info?.money}</dd>
          </div>
          <div>
            <dt>{t('member.integral')}</dt>
            <dd>{info?.score}</dd>
          </div>
          <div>
            <dt>{t('member.account.joined')}</dt>
            <dd>{moment(info?.join_time, 'YYYY-MM-DD')}</dd>
          </div>
          <div>
            <dt>{t('member.account.lastLogin')}</dt>
            <dd>{moment(info?.last_login_time)}</dd>
          </div>
        </dl>
      </Card>
      {hasShop(menus) && (
        <Card label={t('member.orders.title')}>
          <OrderTiles />
        </Card>
      )}
      <Card label={t('member.account.week')}>
        <h2 className={classes.section}>{t('member.account.week')}</h2>
        {week.error && !week.data ? (
          <Problem error={week.error} retry={week.reload} toMember />
        ) : !week.data ? (
          <Waiting rows={6} />
        ) : (
          <Suspense fallback={<Waiting rows={6} />}>
            <WeekChart week={week.data} dark={dark} />
          </Suspense>
        )}
      </Card>
    </Page>
  )
}
