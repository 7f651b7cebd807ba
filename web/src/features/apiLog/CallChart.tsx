import { Axis, Chart, Interval, Legend, Line, Tooltip } from 'bizcharts'
import { useTranslation } from 'react-i18next'
import { chartLook } from '@/shared/ui/chartLook'
import { labelOf, type Bar } from './figures'

interface Props {
  bars: readonly Bar[]
  /** Seconds of a bar. */
  step: number
  dark: boolean
  /** A bar was pressed; nothing where bars lead nowhere. */
  open?: (at: number) => void
}

/** What the chart says of a press. */
interface Pressed {
  data?: { data?: { at?: number } }
}

const HEIGHT = 300
const COLOURS = ['#4080ff', '#ff9a2e', '#f53f3f']

/** Calls by time in stacked bars, with the slowest of a hundred as a line at the right axis. Numbers here are only drawn. */
export default function CallChart({ bars, step, dark, open }: Props) {
  const { t } = useTranslation()
  const look = chartLook(dark)
  const data = bars.flatMap(({ at, calls, refusals, errors, p99 }) => {
    const time = labelOf(at, step)
    return [
      { at, time, what: t('apiLog.done'), count: Math.max(0, calls - refusals - errors), p99: p99 / 1_000 },
      { at, time, what: t('apiLog.refusals'), count: refusals },
      { at, time, what: t('apiLog.errors'), count: errors },
    ]
  })
  return (
    <Chart
      key={dark ? 'dark' : 'light'}
      {...look.frame}
      height={HEIGHT}
      data={data}
      onIntervalClick={({ data: pressed }: Pressed) => {
        const at = pressed?.data?.at
        if (at) open?.(at)
      }}
      scale={{
        count: { min: 0, nice: true, alias: t('apiLog.calls') },
        p99: {
          min: 0,
          nice: true,
          alias: t('apiLog.p99Of'),
          formatter: (ms: number) => `${ms.toFixed(1)} ms`,
        },
      }}
    >
      <Axis name="time" label={look.label} {...look.names} />
      <Axis name="count" label={look.label} grid={look.grid} />
      <Axis name="p99" label={look.label} grid={null} />
      <Legend position="top" {...look.legend} />
      <Tooltip shared showMarkers={false} domStyles={look.tooltip} />
      <Interval
        position="time*count"
        style={open && { cursor: 'pointer' }}
        color={['what', COLOURS]}
        adjust={[{ type: 'stack' }]}
      />
      <Line position="time*p99" color={look.lines[1]} size={1.5} />
    </Chart>
  )
}
