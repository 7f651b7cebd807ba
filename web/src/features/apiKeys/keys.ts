/** Days before its end from which on a key stands out. */
const SOON_DAYS = 14
const DAY_MS = 86_400_000

/** As far as a row of the list matters here. */
type KeyRow = Readonly<Record<string, unknown>> & {
  state?: unknown
  expires?: unknown
  admin_id?: unknown
  of_site?: unknown
}

/** Whether a key in use ends within two weeks. */
export const endsSoon = ({ state, expires }: KeyRow, nowMs: number): boolean =>
  state === 'active' && Number(expires) * 1_000 - nowMs < SOON_DAYS * DAY_MS

/** Who has a key's text is its owner for the API: nobody else gets it. Super administrators take care of keys of the site. */
export function mayRotate(row: KeyRow, admin: { id: number; super?: boolean } | null): boolean {
  if (row.state !== 'active' || !admin) return false
  return Number(row.of_site) === 1 ? admin.super === true : Number(row.admin_id) === admin.id
}

/** The last second of a day, as the node has times; 0 where the day is none. */
export const endOf = (day: string | null, unixOf: (text: string) => number): number =>
  day && /^\d{4}-\d\d-\d\d$/.test(day) ? unixOf(`${day} 23:59:59`) : 0

/** A whole number of requests from 1 to the most a minute. */
export const isRate = (text: string, most = 6_000): boolean =>
  /^[1-9]\d*$/.test(text.trim()) && Number(text) <= most
