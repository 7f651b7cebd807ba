import { Axis, Chart, Legend, Line, Point, Tooltip } from 'bizcharts'
import { useTranslation } from 'react-i18next'
import type { Week } from './OverviewPage'

const HEIGHT = 280
const LINES = ['#1d4dd2', '#d25f00']
const LINES_DARK = ['#94bfff', '#ffcf8b']

/** Two lines over seven days: money at the left axis, points at the right. Numbers here are only drawn. */
export default function WeekChart({ week, dark }: { week: Week; dark: boolean }) {
  const { t } = useTranslation()
  const ink = dark ? 'rgba(255,255,255,0.6)' : '#626c7a'
  const grid = dark ? 'rgba(255,255,255,0.1)' : '#e5e6eb'
  const [money, score] = [t('member.account.moneyDay'), t('member.account.scoreDay')]
  const data = week.days.flatMap((day, index) => [
    { day: day.slice(5), what: money, value: Number(week.money[index] ?? 0) },
    { day: day.slice(5), what: score, value: week.score[index] ?? 0 },
  ])
  const label = { style: { fill: ink, fontSize: 12 } }
  const colours = dark ? LINES_DARK : LINES
  return (
    <Chart
      key={dark ? 'dark' : 'light'}
      autoFit
      height={HEIGHT}
      padding="auto"
      data={data}
      scale={{ value: { nice: true } }}
    >
      <Axis name="day" label={label} line={{ style: { stroke: grid } }} tickLine={null} />
      <Axis name="value" label={label} grid={{ line: { style: { stroke: grid } } }} />
      <Legend position="top" itemName={{ style: { fill: ink } }} />
      <Tooltip shared />
      <Line position="day*value" color={['what', colours]} size={2} />
      <Point position="day*value" color={['what', colours]} size={3} shape="circle" tooltip={false} />
    </Chart>
  )
}
