/** What a clerk has counted of a sheet, and which line a scan means. Pure functions. */
import { folded } from '@/shared/folded'
import type { Schema } from '@/shared/http'
import type { Scan } from '@/shared/scan/gs1'
import { sumOf, type Part } from '@/shared/units/parts'
import { countedIn } from '@/shared/units/units'
import type { Queued } from './commandStore'
import type { Counts } from './counting'
import { isSame, type Spot } from './places'

export const COUNT = '/admin/warehouse.StockCount/count'

/** Whether a saved count is to be counted again, as the node answered. */
export const asksAgain = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'recount' in answer && answer.recount === true

export type SheetLine = Schema<'CountLineView'>

export const spotOfLine = (line: SheetLine): Pick<Spot, 'area' | 'shelf'> => ({
  area: line.warehouses_areas_id ?? null,
  shelf: line.warehouses_shelves_id ?? null,
})

/** What a command counts, in the product's own unit. */
function quantityOf({ quantity, parts }: Queued['body'], line: SheetLine | undefined): string {
  if (!Array.isArray(parts)) return String(quantity)
  return sumOf(parts as Part[], countedIn(line?.product))?.toFixed() ?? ''
}

/** The results of a sheet that wait in the queue, by line. */
export function waitingOf(commands: readonly Queued[], sheet: number, lines: readonly SheetLine[]): Counts {
  const found: Record<number, string> = {}
  for (const { path, body, state } of commands)
    if (path === COUNT && state === 'waiting' && body.id === sheet && typeof body.line === 'number')
      found[body.line] = quantityOf(
        body,
        lines.find(({ line }) => line === body.line),
      )
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
