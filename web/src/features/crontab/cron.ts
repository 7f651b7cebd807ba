import { Cron } from 'croner'
import { site } from '@/shared/site/store'

/**
 * Reads a schedule of five fields: minute, hour, day of the month, month, day of the week; null when it is wrong.
 * The node reads it the same way (`node/src/jobs/cron.rs`), with the same library for Rust, and in the site's time zone.
 */
export function parseCron(text: string): Cron | null {
  const fields = text.trim().split(/\s+/)
  // Six fields are accepted when the first, the seconds, is 0: tasks run once a minute.
  if (fields.length === 6 && fields[0] === '0') fields.shift()
  // The parser also knows names such as `@daily`, and fills in what is missing beside a comma or before a slash.
  const odd = (field: string): boolean => field.includes('@') || /(^|,)(,|\/|$)/.test(field)
  if (fields.length !== 5 || fields.some(odd)) return null
  try {
    // `5/20` (every 20 from 5 on) counts as a sloppy range.
    return new Cron(fields.join(' '), {
      paused: true,
      mode: '5-part',
      sloppyRanges: true,
      timezone: site.timeZone || undefined,
    })
  } catch {
    return null
  }
}

/** The next times it fires after `from`; none if it never does. */
export const nextRuns = (cron: Cron, from: Date, count: number): Date[] => cron.nextRuns(count, from)
