import dayjs from 'dayjs'
import { site } from '@/shared/site/store'

/** The largest number of ten digits: what is longer counts milliseconds. */
const SECONDS_MOST = 9_999_999_999
const SECOND_MS = 1_000

/** A clock of each zone; null for a name that the browser does not know. */
const clocks = new Map<string, Intl.DateTimeFormat | null>()

/** The clock of the site's time zone; without one, the reader's own is used. */
function clock(): Intl.DateTimeFormat | null {
  const { timeZone } = site
  if (!timeZone) return null
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  let made: Intl.DateTimeFormat | null = null
  try {
    const two = '2-digit'
    const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
    made = new Intl.DateTimeFormat('en-US', { ...parts, hourCycle: 'h23', timeZone })
  } catch {
    // Times are shown all the same, by the reader's clock.
  }
  clocks.set(timeZone, made)
  return made
}

const TOKENS: Readonly<Record<string, Intl.DateTimeFormatPartTypes>> = {
  YYYY: 'year',
  MM: 'month',
  DD: 'day',
  HH: 'hour',
  mm: 'minute',
  ss: 'second',
}

function shownBy(clock: Intl.DateTimeFormat, ms: number, format: string): string {
  const parts = new Map(clock.formatToParts(ms).map(({ type, value }) => [type, value]))
  return format.replace(/YYYY|MM|DD|HH|mm|ss/g, (token) => parts.get(TOKENS[token] ?? 'literal') ?? token)
}

/**
 * A time in the site's zone, by which lists are filtered, exported and printed as well. From Unix seconds (ten digits) or
 * milliseconds; a dash when there is none.
 */
export function moment(time: number | null | undefined, format = 'YYYY-MM-DD HH:mm'): string {
  if (!time) return '–'
  const ms = time > SECONDS_MOST ? time : time * SECOND_MS
  const own = clock()
  return own ? shownBy(own, ms, format) : dayjs(ms).format(format)
}

/** The Unix seconds of a day or a time of the site's zone, as people choose it: `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`. */
export function unixOf(text: string): number {
  const own = clock()
  if (!own) return dayjs(text).unix()
  const wall = (ms: number): number => Date.parse(`${shownBy(own, ms, 'YYYY-MM-DDTHH:mm:ss')}Z`)
  const wanted = Date.parse(`${text.trim().replace(' ', 'T')}${text.includes(':') ? '' : 'T00:00:00'}Z`)
  // What the clock is off by may differ on the other side of a change to or from summer time.
  const near = wanted - (wall(wanted) - wanted)
  return (near - (wall(near) - wanted)) / SECOND_MS
}

/** The day that it is in the site's zone. */
export const today = (): string => moment(Date.now(), 'YYYY-MM-DD')
