/** What a clerk has counted of a sheet, and which line a scan means. Pure functions. */
import { folded } from '@/shared/folded'
import type { Schema } from '@/shared/http'
import { decimal } from '@/shared/number/decimal'
import type { Scan } from '@/shared/scan/gs1'
import type { Queued } from './commandStore'
import type { Counts } from './counting'
import { isSame, type Spot } from './places'

export const COUNT = '/admin/warehouse.StockCount/count'

export type SheetLine = Schema<'CountLineView'>

export const spotOfLine = (line: SheetLine): Pick<Spot, 'area' | 'shelf'> => ({
  area: line.warehouses_areas_id ?? null,
  shelf: line.warehouses_shelves_id ?? null,
})

/** The results of a sheet that wait in the queue, by line. */
export function waitingOf(commands: readonly Queued[], sheet: number): Counts {
  const found: Record<number, string> = {}
  for (const { path, body, state } of commands)
    if (path === COUNT && state === 'waiting' && body.id === sheet && typeof body.line === 'number')
      found[body.line] = String(body.quantity)
  return found
}

/** Younger results count as of now: the book figure is taken when they arrive. */
const FRESH_S = 5

/** A result that waited says how long ago it was counted, by the phone's own clock at both moments. */
export function aged(
  path: string,
  body: Readonly<Record<string, unknown>>,
  at: number,
  now = Date.now(),
): Readonly<Record<string, unknown>> {
  const age = Math.round((now - at) / 1000)
  return path === COUNT && age >= FRESH_S ? { ...body, age_seconds: age } : body
}

/** Whether somebody still has to count a line. */
export const isOpen = (line: SheetLine, waiting: Counts): boolean =>
  waiting[line.line] === undefined && (line.state === 'not_counted' || line.recount)

/** What a scan means for a sheet. */
export type Found =
  | { kind: 'line'; line: SheetLine }
  /** Several lines have the product: the place or the batch decides. */
  | { kind: 'several' }
  | { kind: 'none' }

export function lineOf(
  lines: readonly SheetLine[],
  scan: Scan,
  spot: Spot | null,
  product: number | null = null,
): Found {
  const batch = folded(scan.batch ?? '')
  const named = lines.filter(
    (line) =>
      (line.product_id === product || scan.products.includes(line.product.product_no ?? '')) &&
      (spot === null || isSame(spotOfLine(line), spot)) &&
      (!batch || folded(line.batch_number) === batch),
  )
  // Where goods have no batch numbers, the date on the package tells them apart.
  const dated = named.filter((line) => scan.expires !== undefined && line.expiry_date === scan.expires)
  const found = dated.length > 0 ? dated : named
  const [line] = found
  if (!line) return { kind: 'none' }
  return found.length === 1 ? { kind: 'line', line } : { kind: 'several' }
}

export const plus = (counted: string | undefined, step: string | undefined): string =>
  (decimal(step ?? '1') ?? decimal('1')!).plus(decimal(counted) ?? 0).toString()
