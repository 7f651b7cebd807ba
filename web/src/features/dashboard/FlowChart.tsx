import { Axis, Chart, Interval, Legend, Line, Point, Tooltip } from 'bizcharts'
import { useTranslation } from 'react-i18next'
import type { Month } from './types'

interface Props {
  months: readonly Month[]
  dark: boolean
}

const HEIGHT = 340
const BARS = ['#4080ff', '#ff9a2e']
const LINES = ['#1d4dd2', '#d25f00']
const LINES_DARK = ['#94bfff', '#ffcf8b']

/** Bars for quantity at the left axis, lines for amount at the right. Numbers here are only drawn, never added. */
export default function FlowChart({ months, dark }: Props) {
  const { t } = useTranslation()
  const data = months.flatMap((row) => [
    {
      month: row.month,
      flow: t('dashboard.inQuantity'),
      value: t('dashboard.inAmount'),
      quantity: Number(row.in_quantity),
      amount: Number(row.in_amount),
    },
    {
      month: row.month,
      flow: t('dashboard.outQuantity'),
      value: t('dashboard.outAmount'),
      quantity: Number(row.out_quantity),
      amount: Number(row.out_amount),
    },
  ])
  const ink = dark ? 'rgba(255,255,255,0.6)' : '#626c7a'
  const grid = dark ? 'rgba(255,255,255,0.1)' : '#e5e6eb'
  const paper = dark ? '#373739' : '#ffffff'
  const label = { style: { fill: ink, fontSize: 12 } }
  const lines = dark ? LINES_DARK : LINES
  return (
    <Chart
      key={dark ? 'dark' : 'light'}
      autoFit
      height={HEIGHT}
      padding="auto"
      appendPadding={[8, 0, 0, 0]}
      theme="default"
      data={data}
      scale={{
        quantity: { min: 0, nice: true, alias: t('dashboard.chart') },
        amount: { min: 0, nice: true },
      }}
    >
      <Axis name="month" label={label} line={{ style: { stroke: grid } }} tickLine={null} />
      <Axis name="quantity" label={label} grid={{ line: { style: { stroke: grid } } }} />
      <Axis name="amount" label={label} grid={null} />
      <Legend position="top" itemName={{ style: { fill: ink } }} />
      <Tooltip
        shared
        showMarkers={false}
        domStyles={{
          'g2-tooltip': { background: paper, color: ink, boxShadow: '0 4px 16px rgba(0,0,0,0.16)' },
        }}
      />
      <Interval
        position="month*quantity"
        color={['flow', BARS]}
        adjust={[{ type: 'dodge', marginRatio: 0.1 }]}
      />
      <Line position="month*amount" color={['value', lines]} size={2} />
      <Point position="month*amount" color={['value', lines]} size={3} tooltip={false} shape="circle" />
    </Chart>
  )
}
