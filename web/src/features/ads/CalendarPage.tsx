import { Button } from '@arco-design/web-react'
import { IconLeft, IconRight } from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { http } from '@/shared/http'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RefreshButton } from '@/shared/ui/RefreshButton'
import { monthAfter, runsOf, type Calendar, type CalendarAd } from './figures'
import classes from './ads.module.css'

const WEEK = 7
const SATURDAY = 6

function AdLine({ ad, days }: { ad: CalendarAd; days: number }) {
  const { t } = useTranslation()
  const bars = new Map(runsOf(ad.days).map(([first, last]) => [first, last]))
  const state = t(`ads.states.${ad.state}`)
  const hours = ad.hours.length > 0 ? t('ads.hours', { hours: ad.hours.join(', ') }) : ''
  const from = ad.starts ? t('ads.from', { time: ad.starts.slice(0, 16) }) : ''
  const until = ad.ends ? t('ads.until', { time: ad.ends.slice(0, 16) }) : ''
  const about = [ad.title, state, from, until, hours].filter(Boolean).join(' · ')
  const cells: ReactNode[] = []
  for (let day = 1; day <= days; day += 1) {
    const last = bars.get(day)
    if (last === undefined) cells.push(<td key={day} />)
    else {
      cells.push(
        <td key={day} colSpan={last - day + 1}>
          <span className={classes.bar} data-state={ad.state} title={about}>
            {last - day > 2 && state}
          </span>
        </td>,
      )
      day = last
    }
  }
  return (
    <tr>
      <th scope="row" title={about}>
        {ad.title}
      </th>
      {cells}
    </tr>
  )
}

function Month({ calendar }: { calendar: Calendar }) {
  const { t } = useTranslation()
  const days = Array.from({ length: calendar.days }, (_, at) => at + 1)
  const weekday = (day: number): number => ((calendar.first_weekday - 1 + day - 1) % WEEK) + 1
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('ads.views.calendar')}>
      <table className={classes.calendar}>
        <thead>
          <tr>
            <td />
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                data-today={day === calendar.today}
                data-weekend={weekday(day) >= SATURDAY}
              >
                <small>{t(`ads.weekdays.${weekday(day)}`)}</small>
                {day}
              </th>
            ))}
          </tr>
        </thead>
        {calendar.zones.map((zone) => (
          <tbody key={zone.id}>
            <tr className={classes.zone}>
              <th scope="rowgroup" colSpan={calendar.days + 1}>
                <span>{zone.name}</span>
                <code>{zone.code}</code>
              </th>
            </tr>
            {zone.ads.map((ad) => (
              <AdLine key={ad.id} ad={ad} days={calendar.days} />
            ))}
            {zone.ads.length === 0 && (
              <tr>
                <th scope="row" className={classes.free} colSpan={calendar.days + 1}>
                  {t('ads.free')}
                </th>
              </tr>
            )}
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** Which advert runs when, per zone, in a month. */
export function CalendarPage({ views }: { views: ReactNode }) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('month') ?? ''
  const fetched = useFetched(`month ${asked}`, (signal) =>
    http.get('/admin/ads.Zone/calendar', { month: asked }, signal),
  )
  const calendar = fetched.data
  const go = (months: number): void => {
    if (calendar) setSearch({ view: 'calendar', month: monthAfter(calendar.month, months) })
  }
  return (
    <Page
      title={t('ads.calendar')}
      remark={t('ads.calendarText')}
      actions={
        <>
          {views}
          <RefreshButton refresh={fetched.reload} />
        </>
      }
    >
      <Card>
        {fetched.failure ? (
          <Problem error={fetched.failure} retry={fetched.reload} />
        ) : !calendar ? (
          <Waiting rows={8} />
        ) : (
          <>
            <div className={classes.months}>
              <Button icon={<IconLeft />} aria-label={t('ads.before')} onClick={() => go(-1)} />
              <h2>{calendar.month}</h2>
              <Button icon={<IconRight />} aria-label={t('ads.after')} onClick={() => go(1)} />
              {calendar.today === 0 && (
                <Button type="text" onClick={() => setSearch({ view: 'calendar' })}>
                  {t('ads.thisMonth')}
                </Button>
              )}
            </div>
            {calendar.zones.length === 0 ? (
              <Nothing text={t('ads.noZones')} />
            ) : (
              <Month calendar={calendar} />
            )}
          </>
        )}
      </Card>
    </Page>
  )
}
