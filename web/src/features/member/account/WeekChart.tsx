import { Axis, Chart, Legend, Line, Point, Tooltip } from 'bizcharts'
import { useTranslation } from 'react-i18next'
import type { Schema } from '@/shared/http/api'
import { chartLook } from '@/shared/ui/chartLook'

const HEIGHT = 280

type Week = Schema<'Overview'>

/** Two lines over seven days: money at the left axis, points at the right. Numbers here are only drawn. */
export default function WeekChart({ week, dark }: { week: Week; dark: boolean }) {
  const { t } = useTranslation()
  const look = chartLook(dark)
  const [money, score] = [t('member.account.moneyDay'), t('member.account.scoreDay')]
  const data = week.days.flatMap((day, index) => [
    { day: day.slice(5), what: money, value: Number(week.money[index] ?? 0) },
    { day: day.slice(5), what: score, value: week.score[index] ?? 0 },
  ])
  return (
    <Chart
      key={dark ? 'dark' : 'light'}
      autoFit
      height={HEIGHT}
      padding="auto"
      data={data}
      scale={{ value: { nice: true } }}
    >
      <Axis name="day" label={look.label} {...look.names} />
      <Axis name="value" label={look.label} grid={look.grid} />
      <Legend position="top" {...look.legend} />
      <Tooltip shared domStyles={look.tooltip} />
      <Line position="day*value" color={['what', look.lines]} size={2} />
      <Point position="day*value" color={['what', look.lines]} size={3} shape="circle" tooltip={false} />
    </Chart>
  )
}
