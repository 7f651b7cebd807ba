import type { Schema } from '@/shared/http'

export type Calendar = Schema<'AdCalendar'>
export type CalendarAd = Calendar['zones'][number]['ads'][number]
export type Chart = Schema<'AdChart'>

/** Spans of days that the chart offers. */
export const SPANS = [7, 30, 90] as const
export const SPAN = 30

/** Clicks of a hundred views, with two decimals; nothing without views. */
export const rate = (clicks: number, impressions: number): string =>
  impressions > 0 ? `${((clicks / impressions) * 100).toFixed(2)}%` : '–'

export const spanOf = (text: string | null): number => SPANS.find((days) => String(days) === text) ?? SPAN

/** The month before or after one, `YYYY-MM`. */
export function monthAfter(month: string, months: number): string {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  const at = year * 12 + number - 1 + months
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
}

/** Days of a month as runs without a gap: `[1, 2, 5]` is 1 to 2 and 5 to 5. */
export function runsOf(days: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const runs: [number, number][] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last && last[1] === day - 1) last[1] = day
    else runs.push([day, day])
  }
  return runs
}
