import type { ShownToday } from './pick'

/** In the browser: the heights of zones, so that their space is kept from the first moment, and what was shown today. */
interface Remembered {
  /** Height by width of each zone; 0 where it had nothing to show. */
  ratios: Readonly<Record<string, number>>
  day: string
  shown: ShownToday
}

const KEY = 'placements'
const NOTHING: Remembered = { ratios: {}, day: '', shown: {} }

const numbers = (value: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    ),
  )

function read(): Remembered {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return NOTHING
    const { ratios, day, shown } = kept as Partial<Record<keyof Remembered, unknown>>
    return { ratios: numbers(ratios), day: typeof day === 'string' ? day : '', shown: numbers(shown) }
  } catch {
    return NOTHING
  }
}

function keep(changes: Partial<Remembered>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), ...changes }))
  } catch {
    // Without room or permission nothing is remembered, and limits by day do not hold.
  }
}

/** Height by width of a zone when it was last seen; nothing for one that is new here. */
export const ratioOf = (zone: string): number | undefined => read().ratios[zone]

export function keepRatio(zone: string, ratio: number): void {
  const { ratios } = read()
  if (ratios[zone] !== ratio) keep({ ratios: { ...ratios, [zone]: ratio } })
}

/** What was shown on a day of the site's clock. */
export function shownOn(day: string): ShownToday {
  const kept = read()
  return kept.day === day ? kept.shown : {}
}

export function noteShown(day: string, id: number): void {
  const shown = shownOn(day)
  keep({ day, shown: { ...shown, [id]: (shown[id] ?? 0) + 1 } })
}
