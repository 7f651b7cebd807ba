/** The dashboard's period, and how its sums compare with the one before. Pure functions. */
import dayjs from 'dayjs'
import type { Compared } from './types'

/** As they stand in the address; the second one is usual. */
export const PERIODS = ['7d', '30d', '12m'] as const
export type PeriodName = (typeof PERIODS)[number]
const USUAL: PeriodName = '30d'

/** The period of an address. */
export const periodOf = (search: URLSearchParams): PeriodName =>
  PERIODS.find((period) => period === search.get('period')) ?? USUAL

/** The query of an address with a period. */
export const inAddress = (period: PeriodName): Record<string, string> => (period === USUAL ? {} : { period })

/** Beyond it a percentage says no more than that it is much. */
const PERCENT_MAX = 999

/** `new`: there was nothing before. Nothing where there is nothing to compare. */
export function changeOf({ now, before }: Compared): 'new' | number | null {
  if (before === 0) return now === 0 ? null : 'new'
  return Math.min(Math.round(((now - before) / before) * 100), PERCENT_MAX + 1)
}

/** `+12`, `-3`, `0`; what is more than the most is `>+999`. */
export function percentText(percent: number): string {
  if (percent > PERCENT_MAX) return `>+${PERCENT_MAX}`
  return percent > 0 ? `+${percent}` : String(percent)
}

/** A part of a whole in percent; what is not nothing is at least one. */
export const partOf = (part: number, whole: number): number =>
  whole > 0 && part > 0 ? Math.max(1, Math.round((part / whole) * 100)) : 0

/** What stands below a column: the day, or the month. */
export const pointName = (since: string, period: PeriodName): string =>
  dayjs(since).format(period === '12m' ? 'YYYY-MM' : 'MM-DD')

/** Every so many columns have their name: seven or so fit below each other on a phone. */
export const nameEvery = (points: number): number => Math.ceil(points / 6)
