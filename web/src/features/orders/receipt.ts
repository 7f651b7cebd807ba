import type Big from 'big.js'
import dayjs from 'dayjs'
import { decimal } from '@/shared/number/decimal'
import { baseQuantity, countedIn, exactlyIn, tooFine, unitOf, type InUnit } from '@/shared/units/units'
import type { Complaint, Order, OrderLine } from './model'
import { asEntered } from './units'

/** A part of a line that comes in: how much, of which batch, and where it is put. */
export interface Receipt {
  key: number
  line: OrderLine
  quantity: string
  /** The unit of the quantity; null is the product's own. */
  unit_id: number | null
  batch: string
  produce: string | null
  expiry: string | null
  area: number | null
  areaLabel: string | null
  shelf: number | null
  shelfLabel: string | null
}

/** What a product says of its batches. */
const OPTIONAL = 0
export const REQUIRED = 1
export const NONE = 2

const zero = decimal(0)!
/** What of a line is still to come. */
export const openOf = (line: OrderLine) => {
  const open = (decimal(line.quantity) ?? zero).minus(decimal(line.stocked_quantity) ?? 0)
  return open.gt(0) ? open : zero
}

/** The quantity of a part in its unit, as the choice of the unit has it. */
export const inUnitOf = ({ line, quantity, unit_id }: Receipt): InUnit & { unit: string } => {
  const { unit, units } = countedIn(line.product)
  return { quantity, unit_id, units, unit }
}

/** How much of the product's own unit a part is; null where it is no number. */
const baseOf = (part: Receipt): Big | null => baseQuantity(inUnitOf(part))

/** So much of the product's own unit in another one; in its own where that is not exact. */
function shownIn(line: OrderLine, unit_id: number | null, base: Big): Pick<Receipt, 'quantity' | 'unit_id'> {
  const unit = unitOf({ unit_id, units: countedIn(line.product).units })
  const exact = unit && exactlyIn(base, unit)
  return exact
    ? { quantity: exact.toFixed(), unit_id }
    : { quantity: base.gt(0) ? base.toFixed() : '', unit_id: null }
}

/** A part in another unit: the same goods where that is exact, else its quantity is to be entered anew. */
export function withUnit(part: Receipt, unit_id: number | null): Receipt {
  const base = baseOf(part)
  if (!base) return { ...part, unit_id }
  const next = shownIn(part.line, unit_id, base)
  return next.unit_id === unit_id ? { ...part, ...next } : { ...part, quantity: '', unit_id }
}

export const batchUse = (line: OrderLine): number => line.product?.batch_use ?? OPTIONAL

/** One part for each line of which something is to come, as the order says it, in the unit that it was ordered in. */
export const proposed = (order: Order): Receipt[] =>
  order.lines
    .filter((line) => openOf(line).gt(0))
    .map((line) => ({
      key: line.line,
      line,
      ...shownIn(line, asEntered(line).unit_id, openOf(line)),
      batch: line.batch_number ?? '',
      produce: line.produce_date ?? null,
      expiry: line.expiry_date ?? null,
      area: line.warehouses_areas_id ?? null,
      areaLabel: line.area?.name ?? null,
      shelf: line.warehouses_shelves_id ?? null,
      shelfLabel: line.shelf?.name ?? null,
    }))

/** The parts of an order that was read again, with its lines as they are now; those of lines that are done are left out. */
export const renewed = (parts: readonly Receipt[], order: Order): Receipt[] =>
  parts.flatMap((part) => {
    const line = order.lines.find((one) => one.line === part.line.line)
    return line && openOf(line).gt(0) ? [{ ...part, line }] : []
  })

/** Another part of the same line, after it: what the parts of the line leave of it, of a batch to be named. */
export function divided(parts: readonly Receipt[], of: Receipt): Receipt[] {
  const key = Math.max(...parts.map((part) => part.key)) + 1
  const rest = openOf(of.line).minus(sumOf(parts, of.line))
  const more: Receipt = {
    ...of,
    key,
    ...(rest.gt(0) ? shownIn(of.line, of.unit_id, rest) : { quantity: '' }),
    batch: '',
    produce: null,
    expiry: null,
  }
  return parts.flatMap((part) => (part.key === of.key ? [part, more] : [part]))
}

/** How much comes in of a line, in the product's own unit. */
export const sumOf = (parts: readonly Receipt[], line: OrderLine) =>
  parts
    .filter((part) => part.line.line === line.line)
    .reduce((sum, part) => sum.plus(baseOf(part) ?? 0), zero)

/** The expiry date that the shelf life of a line's product makes of a produce date; nothing where it says none. */
export function expiryOf(line: OrderLine, produce: string | null): string | null {
  const days = line.product?.shelf_life_days ?? 0
  return produce && days > 0 ? dayjs(produce).add(days, 'day').format('YYYY-MM-DD') : null
}

/** What is wrong with a part, by field. A part without a quantity does not come. */
export function receiptFaults(part: Receipt): Partial<Record<'quantity' | 'batch' | 'expiry', Complaint>> {
  if (!part.quantity.trim()) return {}
  const value = decimal(part.quantity)
  if (!value || value.lt(0)) return { quantity: { key: 'orders.rule.quantity' } }
  if (value.eq(0)) return {}
  const own = countedIn(part.line.product)
  const fine = tooFine(inUnitOf(part), own.decimals)
  if (fine?.in === 'entered') return { quantity: { key: 'orders.rule.quantityPlaces', count: fine.decimals } }
  if (fine) return { quantity: { key: 'orders.rule.exact', unit: own.unit } }
  const life = expiryOf(part.line, part.produce)
  const misfits =
    (part.produce && part.expiry && part.expiry < part.produce) ||
    (life && part.expiry && part.expiry !== life)
  return {
    ...(batchUse(part.line) === REQUIRED && !part.batch.trim() && { batch: { key: 'orders.rule.batch' } }),
    ...(misfits && { expiry: { key: life ? 'orders.rule.shelfLife' : 'orders.rule.dates' } }),
  }
}

/** The parts as they are sent, in the product's own unit: what a part does not say is as its line says. */
export const partBodies = (parts: readonly Receipt[]) =>
  parts
    .filter((part) => baseOf(part)?.gt(0))
    .map((part) => ({
      line: part.line.line,
      quantity: baseOf(part)?.toFixed() ?? part.quantity,
      ...(part.batch.trim() && { batch_number: part.batch.trim() }),
      ...(part.produce && { produce_date: part.produce }),
      ...(part.expiry && { expiry_date: part.expiry }),
      ...(part.area && { warehouses_areas_id: part.area }),
      ...(part.area && part.shelf && { warehouses_shelves_id: part.shelf }),
    }))
