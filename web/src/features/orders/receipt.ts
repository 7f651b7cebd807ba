import dayjs from 'dayjs'
import { DECIMALS_MAX, decimal, places } from '@/shared/number/decimal'
import type { Complaint, Order, OrderLine } from './model'

/** A part of a line that comes in: how much, of which batch, and where it is put. */
export interface Receipt {
  key: number
  line: OrderLine
  quantity: string
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

export const batchUse = (line: OrderLine): number => line.product?.batch_use ?? OPTIONAL

/** One part for each line of which something is to come, as the order says it. */
export const proposed = (order: Order): Receipt[] =>
  order.lines
    .filter((line) => openOf(line).gt(0))
    .map((line) => ({
      key: line.line,
      line,
      quantity: openOf(line).toString(),
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
    quantity: rest.gt(0) ? rest.toString() : '',
    batch: '',
    produce: null,
    expiry: null,
  }
  return parts.flatMap((part) => (part.key === of.key ? [part, more] : [part]))
}

/** How much comes in of a line. */
export const sumOf = (parts: readonly Receipt[], line: OrderLine) =>
  parts
    .filter((part) => part.line.line === line.line)
    .reduce((sum, part) => sum.plus(decimal(part.quantity) ?? 0), zero)

/** The expiry date that the shelf life of a line's product makes of a produce date; nothing where it says none. */
export function expiryOf(line: OrderLine, produce: string | null): string | null {
  const days = line.product?.shelf_life_days ?? 0
  return produce && days > 0 ? dayjs(produce).add(days, 'day').format('YYYY-MM-DD') : null
}

/** What is wrong with a part, by field. A part without a quantity does not come. */
export function receiptFaults(part: Receipt): Partial<Record<'quantity' | 'batch' | 'expiry', Complaint>> {
  if (!part.quantity.trim()) return {}
  const value = decimal(part.quantity)
  const most = part.line.product?.unit?.decimals ?? DECIMALS_MAX
  if (!value || value.lt(0)) return { quantity: { key: 'orders.rule.quantity' } }
  if (value.eq(0)) return {}
  if (places(value) > most) return { quantity: { key: 'orders.rule.quantityPlaces', count: most } }
  const life = expiryOf(part.line, part.produce)
  const misfits =
    (part.produce && part.expiry && part.expiry < part.produce) ||
    (life && part.expiry && part.expiry !== life)
  return {
    ...(batchUse(part.line) === REQUIRED && !part.batch.trim() && { batch: { key: 'orders.rule.batch' } }),
    ...(misfits && { expiry: { key: life ? 'orders.rule.shelfLife' : 'orders.rule.dates' } }),
  }
}

/** The parts as they are sent: what a part does not say is as its line says. */
export const partBodies = (parts: readonly Receipt[]) =>
  parts
    .filter((part) => decimal(part.quantity)?.gt(0))
    .map((part) => ({
      line: part.line.line,
      quantity: part.quantity.trim(),
      ...(part.batch.trim() && { batch_number: part.batch.trim() }),
      ...(part.produce && { produce_date: part.produce }),
      ...(part.expiry && { expiry_date: part.expiry }),
      ...(part.area && { warehouses_areas_id: part.area }),
      ...(part.area && part.shelf && { warehouses_shelves_id: part.shelf }),
    }))
