import { Axis, Chart, Interval, Legend, Line, Point, Tooltip } from 'bizcharts'
import { useTranslation } from 'react-i18next'
import { money, shown } from '@/shared/number/decimal'
import { chartLook } from '@/shared/ui/chartLook'
import { INBOUND, OUTBOUND, showsCosts } from './figures'
import type { Month } from './types'

interface Props {
  months: readonly Month[]
  /** The name of the unit that quantities are in. */
  unit: string
  dark: boolean
  /** A bar was pressed; nothing where bars lead nowhere. */
  open?: (month: string, operation: number) => void
}

/** What the chart says of a press. */
interface Pressed {
  data?: { data?: { month?: string; operation?: number } }
}

const HEIGHT = 340
const BARS = ['#4080ff', '#ff9a2e']

/** Bars for quantity at the left axis, lines for amount at the right where amounts are not hidden. Numbers here are only drawn, never added. */
export default function FlowChart({ months, unit, dark, open }: Props) {
  const { t } = useTranslation()
  const costs = showsCosts(months)
  const data = months.flatMap((row) => [
    {
      month: row.month,
      operation: INBOUND,
      flow: t('dashboard.inQuantityOf', { unit }),
      value: t('dashboard.inAmount'),
      quantity: Number(row.in_quantity),
      ...(costs && { amount: Number(row.in_amount) }),
    },
    {
      month: row.month,
      operation: OUTBOUND,
      flow: t('dashboard.outQuantityOf', { unit }),
      value: t('dashboard.outAmount'),
      quantity: Number(row.out_quantity),
      ...(costs && { amount: Number(row.out_amount) }),
    },
  ])
  const look = chartLook(dark)
  const round = { ...look.label, formatter: (text: string) => text.replace(/\.00$/, '') }
  return (
    <Chart
      key={dark ? 'dark' : 'light'}
      {...look.frame}
      height={HEIGHT}
      data={data}
      onIntervalClick={({ data: pressed }: Pressed) => {
        const { month, operation } = pressed?.data ?? {}
        if (month && operation) open?.(month, operation)
      }}
      scale={{
        quantity: {
          min: 0,
          nice: true,
          alias: t('dashboard.chart'),
          formatter: (value: number) => shown(value),
        },
        ...(costs && { amount: { min: 0, nice: true, formatter: (value: number) => money(value) } }),
      }}
    >
      <Axis name="month" label={look.label} {...look.names} />
      <Axis name="quantity" label={look.label} grid={look.grid} />
      {costs && <Axis name="amount" label={round} grid={null} />}
      <Legend position="top" {...look.legend} />
      <Tooltip shared showMarkers={false} domStyles={look.tooltip} />
      <Interval
        position="month*quantity"
        style={open && { cursor: 'pointer' }}
        color={['flow', BARS]}
        adjust={[{ type: 'dodge', marginRatio: 0.1 }]}
      />
      {costs && <Line position="month*amount" color={['value', look.lines]} size={2} />}
      {costs && (
        <Point
          position="month*amount"
          color={['value', look.lines]}
          size={3}
          tooltip={false}
          shape="circle"
        />
      )}
    </Chart>
  )
}
