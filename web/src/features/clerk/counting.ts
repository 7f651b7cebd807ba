import type { Order, OrderLine } from '@/features/orders'
import { folded } from '@/shared/folded'
import { decimal } from '@/shared/number/decimal'
import type { Scan } from '@/shared/scan/gs1'
import { understood, type MeasureFault } from '@/shared/scan/measure'
import { countedIn } from '@/shared/units/units'
import type { Queued } from './commandStore'

/** How much of each line the clerk has counted, by the line's number; decimal texts. */
export type Counts = Readonly<Record<number, string>>

const number = (text: string | undefined) => decimal(text ?? '') ?? decimal('0')!

/** What commands that are still in the queue will move of each line of an order. */
export function queuedOf(commands: readonly Queued[], path: string, order: number): Counts {
  const sums: Record<number, string> = {}
  for (const { path: of, body, state } of commands) {
    if (of !== path || body.id !== order || state !== 'waiting' || !Array.isArray(body.lines)) continue
    for (const { line, quantity } of body.lines as { line: number; quantity: string }[])
      sums[line] = number(sums[line]).plus(number(quantity)).toString()
  }
  return sums
}

/** How much of a line may move. */
export type Room = (line: OrderLine) => string

/** Of orders whose goods move at once: what has not moved. */
const unmoved: Room = (line) => number(line.quantity).minus(number(line.stocked_quantity)).toString()

/** What is left of a line, once what waits in the queue has moved. */
export function openOf(line: OrderLine, queued: Counts = {}, room: Room = unmoved): string {
  const open = number(room(line)).minus(number(queued[line.line]))
  return open.lt(0) ? '0' : open.toString()
}

export const isOver = (line: OrderLine, counts: Counts, queued: Counts, room?: Room): boolean =>
  number(counts[line.line]).gt(number(openOf(line, queued, room)))

/** What a scan means for an order. */
export type Counted =
  /** With the scan, whose quantity is in the product's own unit. */
  | { kind: 'counted'; line: OrderLine; scan: Scan; quantity: string; over: boolean }
  /** What was measured can't be taken. */
  | { kind: 'unmeasured'; line: OrderLine; fault: MeasureFault }
  /** The product is in the order, but in other batches. */
  | { kind: 'otherBatch'; line: OrderLine }
  /** The dates on the package are not those of the line. */
  | { kind: 'otherExpiry'; line: OrderLine }
  | { kind: 'unknown' }

/** The lines of the product that a code names: by its number, or by the id that a search has found. */
export function linesOf(order: Order, scan: Scan, product: number | null = null): OrderLine[] {
  return order.lines.filter(
    (line) =>
      (product !== null && line.product_id === product) ||
      (line.product && scan.products.includes(line.product.product_no)),
  )
}

/** The line that a scan counts for: of its batch if it names one, and one that still needs goods before others. */
export function count(
  order: Order,
  scanned: Scan,
  counts: Counts,
  queued: Counts,
  product: number | null = null,
  room?: Room,
): Counted {
  const lines = linesOf(order, scanned, product)
  const [any] = lines
  if (!any) return { kind: 'unknown' }
  const taken = understood(scanned, countedIn(any.product))
  if ('fault' in taken) return { kind: 'unmeasured', line: any, fault: taken.fault }
  const { scan } = taken
  const batch = folded(scan.batch ?? '')
  const fits = lines.filter((line) => !batch || !line.batch_number || folded(line.batch_number) === batch)
  if (fits.length === 0) return { kind: 'otherBatch', line: any }
  const exact = fits.filter((line) => batch && line.batch_number)
  const likely = exact.length > 0 ? exact : fits
  const fresh = likely.filter(
    (line) => !scan.expires || !line.expiry_date || line.expiry_date === scan.expires,
  )
  if (fresh.length === 0) return { kind: 'otherExpiry', line: likely[0] ?? any }
  const step = number(scan.quantity ?? '1')
  const roomy = fresh.find((line) =>
    number(counts[line.line])
      .plus(step)
      .lte(number(openOf(line, queued, room))),
  )
  const line = roomy ?? fresh[fresh.length - 1] ?? any
  const quantity = number(counts[line.line]).plus(step).toString()
  return { kind: 'counted', line, scan, quantity, over: !roomy }
}

/** The parts that a command names. */
export const parts = (counts: Counts): { line: number; quantity: string }[] =>
  Object.entries(counts)
    .filter(([, quantity]) => number(quantity).gt(0))
    .map(([line, quantity]) => ({ line: Number(line), quantity }))
