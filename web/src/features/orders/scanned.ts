import { decimal } from '@/shared/number/decimal'
import type { FoundProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { blank, MOST_PLACES, productLabel, type DraftLine } from './model'

/** Whether a scan counts for a line: the same product, and the same batch if the code names one. */
const fits = (line: DraftLine, product: FoundProduct, scan: Scan): boolean =>
  line.product_id === product.id && (!scan.batch || line.batch_number === scan.batch)

/**
 * The lines after a scan, and the key of the one that it counts for. The product's line counts up; else the product gets a
 * line: the one that is being filled in (`active`), if it has no product yet.
 */
export function withScan<L extends DraftLine>(
  lines: readonly L[],
  product: FoundProduct,
  scan: Scan,
  active: number | null,
  emptyLine: () => L,
): { lines: L[]; key: number } {
  const step = decimal(scan.quantity ?? '1') ?? decimal('1')!
  const known = lines.find((line) => fits(line, product, scan))
  if (known) {
    const quantity = step.plus(decimal(known.quantity) ?? '0').toString()
    return { lines: lines.map((line) => (line === known ? { ...line, quantity } : line)), key: known.key }
  }
  const empty = lines.find((line) => line.key === active && line.product_id === null)
  const fresh: L = {
    ...(empty ?? emptyLine()),
    product_id: product.id,
    productLabel: productLabel(product),
    decimals: product.unit?.decimals ?? MOST_PLACES,
    unit: product.unit?.name ?? '',
    unit_price: empty?.unit_price || (product.price ? String(product.price) : ''),
    quantity: empty?.quantity || step.toString(),
    batch_number: scan.batch ?? empty?.batch_number ?? '',
    produce_date: scan.produced ?? empty?.produce_date ?? null,
    expiry_date: scan.expires ?? empty?.expiry_date ?? null,
  }
  if (empty) return { lines: lines.map((line) => (line === empty ? fresh : line)), key: fresh.key }
  return { lines: [...lines.filter((line) => !blank(line)), fresh], key: fresh.key }
}
