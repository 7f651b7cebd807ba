import { Axis, Chart, Interval, Legend, Line, Tooltip } from 'bizcharts'
import { useTranslation } from 'react-i18next'
import { chartLook } from '@/shared/ui/chartLook'
import type { Chart as Figures } from './figures'

interface Props {
  days: Figures['days']
  dark: boolean
}

const HEIGHT = 260

/** Views of each day as bars, and clicks of a hundred views as a line at the right axis. Numbers here are only drawn. */
export default function RateChart({ days, dark }: Props) {
  const { t } = useTranslation()
  const look = chartLook(dark)
  const data = days.map(({ day, impressions, clicks }) => ({
    day: day.slice(5),
    impressions,
    rate: impressions > 0 ? (clicks / impressions) * 100 : 0,
  }))
  return (
    <Chart
      key={dark ? 'dark' : 'light'}
      {...look.frame}
      height={HEIGHT}
      data={data}
      scale={{
        impressions: { min: 0, nice: true, alias: t('ads.impressions') },
        rate: {
          min: 0,
          nice: true,
          alias: t('ads.rate'),
          formatter: (share: number) => `${share.toFixed(2)}%`,
        },
      }}
    >
      <Axis name="day" label={look.label} {...look.names} />
      <Axis name="impressions" label={look.label} grid={look.grid} />
      <Axis name="rate" label={look.label} grid={null} />
      <Legend visible={false} />
      <Tooltip shared showMarkers={false} domStyles={look.tooltip} />
      <Interval position="day*impressions" color={look.lines[0]} />
      <Line position="day*rate" color={look.lines[1]} size={2} />
    </Chart>
  )
}
