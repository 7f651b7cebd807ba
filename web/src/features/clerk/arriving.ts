/** What a clerk takes in of an order: each batch of a line is a part of its own. Pure functions. */
import { batchUse, NO_BATCHES, type OrderLine, type Receipt } from '@/features/orders'
import { folded } from '@/shared/folded'
import { decimal } from '@/shared/number/decimal'
import type { Scan } from '@/shared/scan/gs1'
import { filled, inOwnUnit, isWrong, partFault, sumOf, type Parts } from '@/shared/units/parts'
import type { CountedIn } from '@/shared/units/units'
import type { Counts } from './counting'
import type { Spot } from './places'

/** Goods of one batch of a line, all good or all damaged. Empty texts: as the line says. */
export interface Arrival {
  line: number
  /** Damaged in transit. */
  damaged?: boolean
  /** In the product's own unit. */
  quantity: string
  /** As it was typed, where other units are among it. */
  parts?: Parts
  batch: string
  /** `YYYY-MM-DD` */
  produced: string
  /** `YYYY-MM-DD`, usable through its end */
  expires: string
}
export type Arrivals = readonly Arrival[]

const number = (text: string | undefined) => decimal(text ?? '') ?? decimal('0')!

export const nothingOf = (line: OrderLine): Arrival => ({
  line: line.line,
  quantity: '',
  batch: '',
  produced: '',
  expires: '',
})

/** Whether nothing was entered, and no other unit was chosen. */
export const isBlank = ({ quantity, parts, batch, produced, expires }: Arrival): boolean =>
  !parts && [quantity, batch, produced, expires].every((text) => text === '')

/** What was typed of a part, by unit. */
export const typedOf = ({ parts, quantity }: Arrival): Parts => parts ?? inOwnUnit(quantity)

/** What was typed, as it is kept. What is no quantity stays as it is, to be mended. */
export function typed(parts: Parts, product: CountedIn): Pick<Arrival, 'quantity' | 'parts'> {
  const others = parts.some(({ unit_id }) => unit_id !== null)
  if (!others) return { quantity: parts[0]?.quantity ?? '', parts: undefined }
  const odd = filled(parts).find((part) => partFault(part, product) === 'wrong')
  return { quantity: odd?.quantity ?? sumOf(parts, product)?.toFixed() ?? '', parts }
}

/** Whether a part's quantity is none of the units that it was typed in. */
export const isOdd = (arrival: Arrival, product: CountedIn): boolean => isWrong(typedOf(arrival), product)

/** Whether some of the goods are damaged. */
export const hasDamaged = (arrivals: Arrivals): boolean =>
  arrivals.some(({ damaged, quantity }) => damaged && number(quantity).gt(0))

/** How much of each line has come. */
export function sumsOf(arrivals: Arrivals): Counts {
  const sums: Record<number, string> = {}
  for (const { line, quantity } of arrivals)
    if (quantity.trim()) sums[line] = number(sums[line]).plus(number(quantity)).toString()
  return sums
}

/** The batch that a part comes in: its own, or the line's. */
export const batchOf = (line: OrderLine, arrival: Arrival): string =>
  folded(arrival.batch || (line.batch_number ?? ''))

const matches = (known: string, scanned: string | undefined): boolean =>
  !known || !scanned || known === scanned

/** What a scan makes of the parts. */
export type Arrived =
  | { kind: 'arrived'; arrivals: Arrivals; at: number }
  /** The batch has come with other dates already: a batch keeps its dates. */
  | { kind: 'otherDates' }

/**
 * The parts after a scan of a line's goods: the part of its batch counts up, another batch becomes a part of its own.
 * Good and damaged goods are counted apart.
 */
export function withScan(arrivals: Arrivals, line: OrderLine, scan: Scan, damaged = false): Arrived {
  const kept = batchUse(line) === NO_BATCHES ? '' : folded(scan.batch ?? '')
  const own = arrivals.flatMap((arrival, at) => (arrival.line === line.line ? [{ arrival, at }] : []))
  const fits = ({ arrival }: { arrival: Arrival }): boolean =>
    matches(arrival.produced, scan.produced) && matches(arrival.expires, scan.expires)
  const ofBatch = kept ? own.filter(({ arrival }) => batchOf(line, arrival) === kept) : []
  if (ofBatch.length > 0 && !ofBatch.some(fits)) return { kind: 'otherDates' }
  const blank = own.filter(({ arrival }) => !arrival.batch && !arrival.quantity.trim())
  const open = kept ? [...ofBatch, ...blank] : own
  const found = open.filter((one) => fits(one) && !!one.arrival.damaged === damaged).at(-1)
  const before = found?.arrival ?? { ...nothingOf(line), ...(damaged && { damaged }) }
  const arrival: Arrival = {
    ...before,
    quantity: number(before.quantity)
      .plus(number(scan.quantity ?? '1'))
      .toString(),
    parts: undefined,
    batch: before.batch || kept,
    produced: before.produced || (scan.produced ?? ''),
    expires: before.expires || (scan.expires ?? ''),
  }
  if (!found) return { kind: 'arrived', arrivals: [...arrivals, arrival], at: arrivals.length }
  const changed = arrivals.map((one, at) => (at === found.at ? arrival : one))
  return { kind: 'arrived', arrivals: changed, at: found.at }
}

/**
 * The parts of a line after one of them was changed. While they are all that is `open`, more that is damaged is less that
 * is good of the same batch.
 */
export function withChange(
  parts: Arrivals,
  at: number,
  changes: Partial<Arrival>,
  open: string,
): readonly Arrival[] {
  const before = parts[at]!
  const next = parts.map((one, index) => (index === at ? { ...one, ...changes } : one))
  const all = parts.reduce((sum, { quantity }) => sum.plus(number(quantity)), number('0'))
  if (!before.damaged || changes.quantity === undefined || !all.eq(number(open))) return next
  const more = number(changes.quantity).minus(number(before.quantity))
  const good = next.findIndex(
    ({ damaged, batch, quantity }) =>
      !damaged && folded(batch) === folded(before.batch) && number(quantity).gte(more),
  )
  return next.map((one, index) =>
    index === good
      ? { ...one, quantity: number(one.quantity).minus(more).toString(), parts: undefined }
      : one,
  )
}

/** A part as the form of receipts has it, for its checks. */
export const receiptOf = (line: OrderLine, arrival: Arrival): Receipt => ({
  key: line.line,
  line,
  quantity: arrival.quantity,
  unit_id: null,
  batch: batchOf(line, arrival),
  produce: arrival.produced || null,
  expiry: arrival.expires || null,
  area: null,
  areaLabel: null,
  shelf: null,
  shelfLabel: null,
})

/**
 * The parts that a command names, damaged ones with the place for them. Goods in transit have their dates already; parts
 * that name a batch come first, as the node takes those without one from what is left.
 */
export const partsOf = (arrivals: Arrivals, dated: boolean, held: Pick<Spot, 'area' | 'shelf'> | null) =>
  arrivals
    .filter(({ quantity }) => number(quantity).gt(0))
    .map(({ line, damaged, quantity, batch, produced, expires }) => ({
      line,
      quantity: quantity.trim(),
      ...(batch.trim() && { batch_number: batch.trim() }),
      ...(dated && produced && { produce_date: produced }),
      ...(dated && expires && { expiry_date: expires }),
      ...(damaged && { damaged, warehouses_areas_id: held?.area }),
      ...(damaged && held?.shelf && { warehouses_shelves_id: held.shelf }),
    }))
    .sort((one, other) => Number(!one.batch_number) - Number(!other.batch_number))
