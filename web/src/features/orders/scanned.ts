import { decimal } from '@/shared/number/decimal'
import type { FoundProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { blank, emptyLine, MOST_PLACES, productLabel, type DraftLine } from './model'

/** Whether a scan counts for a line: the same product, and the same batch if the code names one. */
const fits = (line: DraftLine, product: FoundProduct, scan: Scan): boolean =>
  line.product_id === product.id && (!scan.batch || line.batch_number === scan.batch)

/** The lines after a scan: the product's line counts up, or the product gets a line of its own. */
export function withScan(lines: readonly DraftLine[], product: FoundProduct, scan: Scan): DraftLine[] {
  const step = decimal(scan.quantity ?? '1') ?? decimal('1')!
  const known = lines.findIndex((line) => fits(line, product, scan))
  if (known >= 0)
    return lines.map((line, place) =>
      place === known ? { ...line, quantity: step.plus(decimal(line.quantity) ?? '0').toString() } : line,
    )
  const fresh: DraftLine = {
    ...emptyLine(),
    product_id: product.id,
    productLabel: productLabel(product),
    decimals: product.unit?.decimals ?? MOST_PLACES,
    unit: product.unit?.name ?? '',
    unit_price: product.price ? String(product.price) : '',
    quantity: step.toString(),
    batch_number: scan.batch ?? '',
    produce_date: scan.produced ?? null,
    expiry_date: scan.expires ?? null,
  }
  return [...lines.filter((line) => !blank(line)), fresh]
}
