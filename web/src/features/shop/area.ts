/** Where a visitor wants goods sent to, as the browser keeps it: ids of province, city and district. */
const KEY = 'shopArea'
const DEPTH = 3

export function keptArea(): number[] {
  try {
    const stored: unknown = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? 'null')
    if (!Array.isArray(stored) || stored.length === 0 || stored.length > DEPTH) return []
    return stored.every((id) => Number.isSafeInteger(id) && Number(id) > 0) ? (stored as number[]) : []
  } catch {
    return []
  }
}

export function keepArea(area: readonly number[]): void {
  if (area.length === 0) globalThis.localStorage?.removeItem(KEY)
  else globalThis.localStorage?.setItem(KEY, JSON.stringify(area))
}
