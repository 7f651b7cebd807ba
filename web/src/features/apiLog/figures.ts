/** The figures of the API's board as they are read, and the lines of the log that they count. Pure functions. */
import type { Schema } from '@/shared/http'
import { moment } from '@/shared/ui/time'

export type Board = Schema<'ApiBoard'>
export type Bar = Schema<'ApiBar'>
export type Caller = Schema<'ApiCaller'>

export const RANGES = ['hour', 'day', 'week', 'month'] as const
export type Range = (typeof RANGES)[number]

export const LOG = 'api/log'

/** A range's name; the day where it is none. */
export const rangeOf = (text: string | null): Range => RANGES.find((range) => range === text) ?? 'day'

/** Microseconds as milliseconds, as precise as one looks at them. */
export function milliseconds(micros: number): string {
  const ms = micros / 1_000
  return ms >= 100 ? String(Math.round(ms)) : ms.toFixed(ms >= 10 ? 1 : 2)
}

/** A part of a whole in percent; `0` where there is no whole. */
export function percent(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return '0'
  const share = (part / whole) * 100
  return share < 0.01 ? '<0.01' : String(Number(share.toFixed(2)))
}

/** Calls a second over the time that was counted; the last bar has only begun. */
export function perSecond({ calls, since, until }: Board, now: number): string {
  const seconds = Math.max(1, Math.min(until, now) - since)
  const rate = calls / seconds
  return rate >= 10 ? String(Math.round(rate)) : String(Number(rate.toFixed(rate < 0.1 ? 3 : 2)))
}

const TIME = 'YYYY-MM-DD HH:mm:ss'

/** The log's lines of some calls. */
export function logLink(filters: Readonly<Record<string, string>>): string {
  return `/admin/${LOG}?${new URLSearchParams(filters).toString()}`
}

/** When a bar's calls were answered, as the log's filter has it. */
export const timesOf = (at: number, step: number): string =>
  `${moment(at, TIME)},${moment(at + step - 1, TIME)}`

/** The time of a bar as it stands below it. */
export const labelOf = (at: number, step: number): string =>
  moment(at, step >= 86_400 ? 'MM-DD' : step > 3_600 ? 'MM-DD HH:mm' : 'HH:mm')

/** The log's lines of a caller; of visitors all, of those counted together none can be named. */
export function callerLink({ kind, id }: Caller, times: string): string | undefined {
  if (kind === 'others') return undefined
  const who: Record<string, string> = kind === 'visitor' ? {} : { caller_id: String(id) }
  return logLink({ caller_kind: kind, ...who, create_time: times })
}
