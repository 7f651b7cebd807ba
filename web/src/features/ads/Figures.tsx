import { Radio, Select } from '@arco-design/web-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useFetched } from '@/shared/hooks/useFetched'
import { http } from '@/shared/http'
import { shown } from '@/shared/number/decimal'
import { preferences } from '@/shared/preferences/store'
import { Card, Nothing, Problem, Waiting } from '@/shared/ui/Page'
import { rate, SPAN, SPANS, type Chart } from './figures'
import classes from './ads.module.css'

const RateChart = lazy(() => import('./RateChart'))

const ALL = 0

function Best({ chart, choose }: { chart: Chart; choose: (id: number) => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.scroll}>
      <table className={classes.best}>
        <thead>
          <tr>
            <th scope="col">{t('ads.ad')}</th>
            <th scope="col">{t('ads.impressions')}</th>
            <th scope="col">{t('ads.clicks')}</th>
            <th scope="col">{t('ads.rate')}</th>
          </tr>
        </thead>
        <tbody>
          {chart.ads.map(({ id, title, impressions, clicks }) => (
            <tr key={id}>
              <th scope="row">
                <button type="button" onClick={() => choose(id)}>
                  {title || t('ads.gone', { id })}
                </button>
              </th>
              <td>{shown(impressions)}</td>
              <td>{shown(clicks)}</td>
              <td>{rate(clicks, impressions)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The chart of views, clicks and their rate, of all adverts, of a zone, or of one. */
export function Figures() {
  const { t } = useTranslation()
  const { dark } = useSnapshot(preferences)
  const [days, setDays] = useState<number>(SPAN)
  const [zone, setZone] = useState(ALL)
  const [ad, setAd] = useState<{ id: number; title: string } | null>(null)
  const asked = { days, zone_id: zone || undefined, ad_id: ad?.id }
  const fetched = useFetched(JSON.stringify(asked), (signal) =>
    http.get('/admin/ads.Day/chart', asked, signal),
  )
  const chart = fetched.data
  const total = (field: 'impressions' | 'clicks'): number =>
    (chart?.days ?? []).reduce((sum, day) => sum + day[field], 0)
  const choose = (id: number): void => {
    const found = chart?.ads.find((each) => each.id === id)
    setAd(found ? { id, title: found.title || t('ads.gone', { id }) } : null)
  }
  return (
    <Card label={t('ads.chart')}>
      <div className={classes.chartHead}>
        <Radio.Group
          type="button"
          value={days}
          aria-label={t('ads.span')}
          onChange={(chosen: number) => setDays(chosen)}
          options={SPANS.map((count) => ({ value: count, label: t('ads.days', { count }) }))}
        />
        <Select
          value={zone}
          className={classes.zones}
          aria-label={t('ads.zone')}
          onChange={(chosen: number) => {
            setZone(chosen)
            setAd(null)
          }}
          options={[
            { value: ALL, label: t('ads.allZones') },
            ...(chart?.zones ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {ad && (
          <button type="button" className={classes.chosen} onClick={() => setAd(null)}>
            {ad.title} ×
          </button>
        )}
      </div>
      {fetched.failure ? (
        <Problem error={fetched.failure} retry={fetched.reload} />
      ) : !chart ? (
        <Waiting rows={8} />
      ) : total('impressions') + total('clicks') === 0 ? (
        <Nothing text={t('ads.noFigures')} />
      ) : (
        <div className={classes.chart}>
          <div>
            <dl className={classes.totals}>
              <div>
                <dt>{t('ads.impressions')}</dt>
                <dd>{shown(total('impressions'))}</dd>
              </div>
              <div>
                <dt>{t('ads.clicks')}</dt>
                <dd>{shown(total('clicks'))}</dd>
              </div>
              <div>
                <dt>{t('ads.rate')}</dt>
                <dd>{rate(total('clicks'), total('impressions'))}</dd>
              </div>
            </dl>
            <Suspense fallback={<Waiting rows={8} />}>
              <RateChart days={chart.days} dark={dark} />
            </Suspense>
          </div>
          {!ad && <Best chart={chart} choose={choose} />}
        </div>
      )}
    </Card>
  )
}
