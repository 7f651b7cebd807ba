/** The cart of somebody who has not signed in: kept in the browser, without prices. */
export interface GuestLine {
  sku_id: number
  quantity: number
  checked: number
}

const KEY = 'shopCart'
const SEEN = 'shopSeen'
export const LINES_MAX = 100

const whole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

function read(key: string): unknown {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export function guestLines(): GuestLine[] {
  const stored = read(KEY)
  if (!Array.isArray(stored)) return []
  return (stored as (Partial<GuestLine> | null)[]).flatMap((line) => {
    const { sku_id, quantity, checked } = line ?? {}
    return whole(sku_id) && whole(quantity) ? [{ sku_id, quantity, checked: checked === 0 ? 0 : 1 }] : []
  })
}

export function keepGuestLines(lines: readonly GuestLine[]): void {
  if (lines.length === 0) globalThis.localStorage?.removeItem(KEY)
  else globalThis.localStorage?.setItem(KEY, JSON.stringify(lines.slice(0, LINES_MAX)))
}

/** The lines with so many more of a SKU, up to what a line may hold. */
export function withMore(
  lines: readonly GuestLine[],
  sku_id: number,
  quantity: number,
  most: number,
): GuestLine[] {
  const there = lines.find((line) => line.sku_id === sku_id)
  const rest = lines.filter((line) => line !== there)
  return [{ sku_id, quantity: Math.min((there?.quantity ?? 0) + quantity, most), checked: 1 }, ...rest]
}

/** Prices as they were when somebody looked last, by SKU: carts keep none. */
function seenPrices(): Record<string, string> {
  const stored = read(SEEN)
  return stored && typeof stored === 'object' && !Array.isArray(stored)
    ? (stored as Record<string, string>)
    : {}
}

export const seenPrice = (sku: number): string | undefined => seenPrices()[sku]

/** Notes prices; with `again`, also those that are known. */
export function notePrices(rows: readonly { sku_id: number; price: string }[], again = false): void {
  const seen = seenPrices()
  for (const { sku_id, price } of rows) if (again || !(sku_id in seen)) seen[sku_id] = price
  const kept = Object.entries(seen).slice(-2 * LINES_MAX)
  globalThis.localStorage?.setItem(SEEN, JSON.stringify(Object.fromEntries(kept)))
}
