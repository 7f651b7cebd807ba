import { Button, Dropdown, Menu } from '@arco-design/web-react'
import { IconDown } from '@arco-design/web-react/icon'
import dayjs from 'dayjs'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { useTopics } from '@/shared/hooks/useTopics'
import { liveStore } from '@/shared/live'
import { decimal, money, shown } from '@/shared/number/decimal'
import { preferences } from '@/shared/preferences/store'
import { hasPermission, session } from '@/shared/session/store'
import { Card, Nothing, Page, Problem } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { today } from '@/shared/ui/time'
import { BackupTested } from './BackupTested'
import { Bars } from './Bars'
import classes from './dashboard.module.css'
import { DashboardSkeleton } from './DashboardSkeleton'
import {
  barLink,
  figures,
  monthsOf,
  movedUnits,
  moverLink,
  nodeOf,
  RECORDS,
  reviewLink,
  showsCosts,
  usualUnit,
  valueLink,
} from './figures'
import { FirstSteps } from './FirstSteps'
import { MonthTable } from './MonthTable'
import { MovesCard } from './MovesCard'
import { inAddress, periodOf } from './period'
import periodClasses from './period.module.css'
import { Shares } from './Shares'
import type { Data } from './types'
import { WorkingTimer } from './WorkingTimer'

const BACKUPS = '/admin/security/backup'

const FlowChart = lazy(() => import('./FlowChart'))

const HOURS: readonly [before: number, key: string][] = [
  [5, 'night'],
  [9, 'early'],
  [12, 'morning'],
  [14, 'noon'],
  [18, 'afternoon'],
  [24, 'evening'],
]

/** Whether the page of a link is one that the user may see. */
function useMayOpen(): (link: string) => boolean {
  const { permissions } = useSnapshot(session)
  return (link) => hasPermission(permissions, nodeOf(link))
}

/** The figures, each a link to the list that it counts; without those of lists that the user may not see. */
function Figures({ data }: { data: Data }) {
  const { t } = useTranslation()
  const { unread } = useSnapshot(liveStore)
  const may = useMayOpen()
  const reviews = data.reviews.filter(({ count }) => count > 0)
  const shownFigures = figures(data).filter(
    ({ name, link }) => may(link) && (name !== 'stock_value' || data.cards.stock_value !== null),
  )
  return (
    <div className={classes.cards}>
      {shownFigures.map(({ name, link, alert, digits }) => {
        const value = name === 'unread' ? unread : data.cards[name]
        return (
          <div key={name} className={classes.figure} data-alert={alert && Number(value) > 0}>
            <RouteLink to={link} className={classes.card}>
              <span>{t(`dashboard.${name}`)}</span>
              <strong>{shown(value, digits)}</strong>
            </RouteLink>
            {name === 'to_review' && reviews.length > 1 && (
              <span className={classes.parts}>
                {reviews.map(({ kind, count }) => (
                  <RouteLink key={kind} to={reviewLink(kind)}>
                    {t(`dashboard.kinds.${kind}`)} {count}
                  </RouteLink>
                ))}
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** What came in and went out by month, in one unit at a time. */
function Turnover({ data }: { data: Data }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { dark } = useSnapshot(preferences)
  const [unit, setUnit] = useState<number | null>(null)
  const chosen = unit ?? usualUnit(data)
  const months = chosen === null ? [] : monthsOf(data, chosen)
  const unitName = data.units.find(({ id }) => id === chosen)?.name ?? ''
  const opens = useMayOpen()(RECORDS)
  return (
    <Card label={t('dashboard.chart')}>
      <div className={classes.chartHead}>
        <div>
          <h2>{t('dashboard.chart')}</h2>
          <span>{t(showsCosts(data.months) ? 'dashboard.chartText' : 'dashboard.chartQuantities')}</span>
        </div>
        {data.units.length > 0 && (
          <Dropdown
            trigger="click"
            position="br"
            droplist={
              <Menu
                selectedKeys={chosen === null ? [] : [String(chosen)]}
                onClickMenuItem={(id) => setUnit(Number(id))}
              >
                {data.units.map(({ id, name }) => (
                  <Menu.Item key={String(id)}>{name}</Menu.Item>
                ))}
              </Menu>
            }
          >
            <Button title={t('dashboard.unit')}>
              {unitName} <IconDown />
            </Button>
          </Dropdown>
        )}
      </div>
      {movedUnits(data).size === 0 ? (
        <Nothing text={t('dashboard.noMoves')} />
      ) : (
        <>
          <Suspense fallback={<span className={periodClasses.waitingMonths} />}>
            <FlowChart
              months={months}
              unit={unitName}
              dark={dark}
              open={
                opens && chosen !== null
                  ? (month, operation) => void navigate(barLink(month, chosen, operation))
                  : undefined
              }
            />
          </Suspense>
          <MonthTable months={months} unit={unitName} opens={opens} />
        </>
      )}
    </Card>
  )
}

export default function DashboardPage() {
  const { t } = useTranslation()
  const { admin } = useSnapshot(session)
  const [search, setSearch] = useSearchParams()
  const period = periodOf(search)
  const fetched = useFetched(`dashboard ${period}`, (signal) =>
    http.get('/admin/Dashboard/index', { period }, signal),
  )
  useTopics(['dashboard'], fetched.reload)
  const data = fetched.data
  const may = useMayOpen()
  const opens = may(RECORDS)
  const linked = (link: string): string | undefined => (may(link) ? link : undefined)
  const hour = dayjs().hour()
  const greeting = t(`dashboard.greeting.${HOURS.find(([before]) => hour < before)?.[1] ?? 'evening'}`)
  const values = [...(data?.values ?? [])].sort((one, other) =>
    Number((decimal(other.value) ?? decimal(0)!).minus(decimal(one.value) ?? 0)),
  )

  return (
    <Page
      title={t('dashboard.hello', { greeting, name: admin?.nickname ?? '' })}
      remark={data?.remark || today()}
      actions={<WorkingTimer since={data?.first_sign_in_today ?? null} />}
    >
      {fetched.error && !data ? (
        <Card>
          <Problem error={fetched.error} retry={fetched.reload} />
        </Card>
      ) : !data ? (
        <DashboardSkeleton />
      ) : (
        <>
          <FirstSteps />
          {may(BACKUPS) && <BackupTested link={BACKUPS} />}
          <Figures data={data} />
          <MovesCard
            moves={data.moves}
            period={period}
            opens={opens}
            choose={(period) => setSearch(inAddress(period), { replace: true })}
          />
          {data.moves.period === '12m' && <Turnover data={data} />}
          <div className={classes.pair}>
            <Card label={t('dashboard.movers')}>
              <h2 className={classes.title}>{t('dashboard.movers')}</h2>
              <Bars
                empty={t('dashboard.noMovers')}
                bars={data.movers.map(({ product_id, product_no, name, records, records_before }) => ({
                  key: product_id,
                  label: [product_no, name].filter(Boolean).join(' '),
                  size: records,
                  shown: t('dashboard.times', { count: records }),
                  compared: { now: records, before: records_before },
                  link: linked(moverLink(product_id, data.movers_since)),
                }))}
              />
            </Card>
            <Card label={t('dashboard.values')}>
              <h2 className={classes.title}>{t('dashboard.values')}</h2>
              <Bars
                empty={t('dashboard.noWarehouses')}
                bars={values.map(({ warehouses_id, name, value }) => ({
                  key: warehouses_id,
                  label: name,
                  size: value ?? null,
                  shown: value === null ? t('dashboard.hidden') : money(value),
                  link: linked(valueLink(warehouses_id)),
                }))}
              />
            </Card>
            <Shares moves={data.moves} opens={opens} />
          </div>
        </>
      )}
    </Page>
  )
}
