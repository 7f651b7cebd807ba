import { folded } from '@/shared/folded'
import { decimal } from '@/shared/number/decimal'
import type { FoundProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { plusBase } from '@/shared/units/units'
import { blank, emptyLine, ofProduct, type DraftLine } from './model'

/** How a scan is counted. */
export interface Counting {
  /** The line that is being filled in. */
  active?: number | null
  /** The line whose own button has scanned: it takes the product, whatever other lines have. */
  own?: number
  /** Whether a line takes goods off: then a scan is one less. */
  loses?: (line: DraftLine) => boolean
  /** A new line has no price of its own. */
  unpriced?: boolean
}

/** Whether a scan counts for a line: the same product, and the same batch if the code names one. */
const fits = (line: DraftLine, product: FoundProduct, scan: Scan): boolean =>
  line.product_id === product.id && (!scan.batch || folded(line.batch_number) === folded(scan.batch))

/**
 * The lines after a scan, and the key of the one that it counts for. The product's line counts up; else the product gets a
 * line: the one that is being filled in, if it has no product yet.
 */
export function withScan(
  lines: readonly DraftLine[],
  product: FoundProduct,
  scan: Scan,
  { active = null, own, loses = () => false, unpriced = false }: Counting = {},
): { lines: DraftLine[]; key: number } {
  const scanned = decimal(scan.quantity ?? '1') ?? decimal('1')!
  const stepOf = (line: DraftLine) => (loses(line) ? scanned.times(-1) : scanned)
  const known = own === undefined ? lines.find((line) => fits(line, product, scan)) : undefined
  if (known) {
    const counted = { ...known, ...plusBase(known, stepOf(known)) }
    return { lines: lines.map((line) => (line === known ? counted : line)), key: known.key }
  }
  const empty = lines.find((line) => line.key === (own ?? active) && line.product_id === null)
  const line = empty ?? emptyLine()
  const price = product.price && !unpriced ? String(product.price) : ''
  const chosen = ofProduct(product)
  // A measured quantity is entered in the unit that it was measured in.
  const entered = plusBase({ ...chosen, quantity: '', unit_id: scan.unit_id ?? null }, stepOf(line))
  const fresh: DraftLine = {
    ...line,
    ...chosen,
    unit_price: line.unit_price || price,
    ...(line.quantity ? { quantity: line.quantity } : entered),
    batch_number: scan.batch ?? line.batch_number,
    produce_date: scan.produced ?? line.produce_date,
    expiry_date: scan.expires ?? line.expiry_date,
  }
  if (empty) return { lines: lines.map((line) => (line === empty ? fresh : line)), key: fresh.key }
  return { lines: [...lines.filter((line) => !blank(line)), fresh], key: fresh.key }
}
