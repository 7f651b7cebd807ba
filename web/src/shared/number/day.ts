/**
 * Days as people and programs write them: by the same rules as the node reads those of files
 * (`node/src/data_exchange/days.rs`). Both are tried with the cases of `days.json`.
 */
import { usual } from './written'

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
/** The first and the last year of a day that somebody means, and what stands for 'never': as the node has them. */
const YEARS = ['1900', '2999'] as const
const NEVER = '9999-12-31'

/** The month that an English name, or its beginning, means; 0 for none. */
const monthOf = (name: string): number => {
  const lower = name.toLowerCase()
  const fits = (month: string): boolean =>
    month === lower || month.slice(0, 3) === lower || (lower === 'sept' && month.startsWith('sept'))
  return MONTHS.findIndex(fits) + 1
}

/** Year, month and day of a text, and what follows. */
function split(text: string): [year: string, month: number, day: number, rest: string] | null {
  const inParts =
    /^(\d{4})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{1,2})(?!\d)(.*)$/.exec(text) ??
    /^(\d{4})\s*(\u5e74)\s*(\d{1,2})\s*\u6708\s*(\d{1,2})(?!\d)\s*[\u65e5\u53f7]?(.*)$/.exec(text)
  if (inParts) return [inParts[1]!, Number(inParts[3]), Number(inParts[4]), inParts[5]!]
  const compact = /^(\d{4})(\d{2})(\d{2})(?!\d)(.*)$/.exec(text)
  if (compact) return [compact[1]!, Number(compact[2]), Number(compact[3]), compact[4]!]
  const dayFirst = /^(\d{1,2})[-/, ]+([a-z]+)\.?[-/, ]+(\d{4})(?!\d)(.*)$/i.exec(text)
  if (dayFirst) return [dayFirst[3]!, monthOf(dayFirst[2]!), Number(dayFirst[1]), dayFirst[4]!]
  const monthFirst = /^([a-z]+)\.?[-/, ]+(\d{1,2})[-/, ]+(\d{4})(?!\d)(.*)$/i.exec(text)
  return monthFirst && [monthFirst[3]!, monthOf(monthFirst[1]!), Number(monthFirst[2]), monthFirst[4]!]
}

const TIME = /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?( ?[ap]m)?$/i
const ZONE = /(\s*(z|utc|gmt)|\s*[+-]\d{2}:?\d{2})$/i

/** The day `YYYY-MM-DD` of a text, without the time that it may have; nothing for one that does not exist. */
export function dayOf(text: string): string | null {
  const found = split(usual(text))
  if (!found) return null
  const [year, month, day, rest] = found
  if (
    rest.trim() !== '' &&
    !(/^[ T]/i.test(rest) && TIME.test(rest.slice(1).trim().replace(ZONE, '').trim()))
  )
    return null
  const iso = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const time = new Date(`${iso}T00:00:00Z`)
  const exists = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso)
  return exists && ((year >= YEARS[0] && year <= YEARS[1]) || iso === NEVER) ? iso : null
}
