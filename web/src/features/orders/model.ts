import Big from 'big.js'
import type { Schema } from '@/shared/http'
import { DECIMALS_MAX, orderTotals, decimal, places } from '@/shared/number/decimal'
import type { FoundProduct } from '@/shared/scan/findProduct'
import { session } from '@/shared/session/store'
import { baseQuantity, countedIn, tooFine, type ProductUnit } from '@/shared/units/units'
import type { Kind } from './kinds'
import { asEntered } from './units'

/** Of a whole order with its units; of a list of products they may be missing. */
export type ProductRef = Omit<Schema<'LineProductView'>, 'units'> & { units?: readonly ProductUnit[] | null }
/** An order as a list shows it. */
export type OrderRow = Schema<'OrderFields'>
/** Whether the quantities of an order can be added: pieces and kilograms make no sum. */
export const addsUp = (row: Pick<OrderRow, 'unit' | 'line_count'>): boolean =>
  !!row.unit || row.line_count < 2

/** Of an adjustment with the line's own reason; without one it is the order's type. */
export type OrderLine = Schema<'OrderLineView'>
/** An order with its lines and its history. */
export type Order = Schema<'OrderView'>

/** May its author change it, who holds no more than `add`? */
export const mayEdit = (row: OrderRow, can: (action: string) => boolean): boolean =>
  can('edit') || (can('add') && row.create_admin_id === session.admin?.id)

export function orderNumber(kind: Kind, row: OrderRow): string {
  return row[kind.numberField] ?? String(row.id)
}

/** The partner's own number of an order; empty where it has none, for which the node answers the order's number. */
export function referenceOf(kind: Kind, row: OrderRow): string {
  const { order_no } = row
  return order_no && order_no !== orderNumber(kind, row) ? order_no : ''
}

/** A line of the form. */
export interface DraftLine {
  key: number
  product_id: number | null
  productLabel: string
  /** Of the product's own unit. */
  decimals: number
  unit: string
  base_unit_id: number | null
  units: readonly ProductUnit[]
  /** The unit of the quantity; null is the product's own. */
  unit_id: number | null
  warehouses_areas_id: number | null
  areaLabel: string | null
  warehouses_shelves_id: number | null
  shelfLabel: string | null
  quantity: string
  unit_price: string
  /** It has a price that the reader does not see. Without another one it stays. */
  hiddenPrice?: boolean
  batch_number: string
  produce_date: string | null
  expiry_date: string | null
  /** Of an adjustment: the line's own reason. */
  reason: number | null
  /** Of a transfer: where the goods go. */
  to: Spot
}

/** An area and a shelf with their names. */
export interface Spot {
  area: number | null
  areaLabel: string | null
  shelf: number | null
  shelfLabel: string | null
}

/** An area with its name. */
export interface Area {
  id: number | null
  name: string | null
}

export const NO_AREA: Area = { id: null, name: null }

/** A line in its order's area, where it names none of its own. */
export const inArea = (line: DraftLine, { id, name }: Area): DraftLine =>
  line.warehouses_areas_id === null && id !== null
    ? { ...line, warehouses_areas_id: id, areaLabel: name }
    : line

export const NOWHERE: Spot = { area: null, areaLabel: null, shelf: null, shelfLabel: null }

/** Where a line's goods lie, or are to lie. */
export const spotOf = (line: DraftLine): Spot => ({
  area: line.warehouses_areas_id,
  areaLabel: line.areaLabel,
  shelf: line.warehouses_shelves_id,
  shelfLabel: line.shelfLabel,
})

/** What a line names of a place. */
export type PlaceOfLine = Pick<
  DraftLine,
  'warehouses_areas_id' | 'areaLabel' | 'warehouses_shelves_id' | 'shelfLabel'
>

export const atSpot = ({ area, areaLabel, shelf, shelfLabel }: Spot): PlaceOfLine => ({
  warehouses_areas_id: area,
  areaLabel,
  warehouses_shelves_id: shelf,
  shelfLabel,
})

let lastKey = 0
export function emptyLine(): DraftLine {
  lastKey += 1
  return {
    key: lastKey,
    product_id: null,
    productLabel: '',
    decimals: DECIMALS_MAX,
    unit: '',
    base_unit_id: null,
    units: [],
    unit_id: null,
    warehouses_areas_id: null,
    areaLabel: null,
    warehouses_shelves_id: null,
    shelfLabel: null,
    quantity: '',
    unit_price: '',
    batch_number: '',
    produce_date: null,
    expiry_date: null,
    reason: null,
    to: NOWHERE,
  }
}

export function productLabel(product: Pick<ProductRef, 'product_no' | 'name' | 'spec'>): string {
  return [product.product_no, product.name, product.spec].filter(Boolean).join(' ')
}

/** What a line takes over from its product. */
export type ProductOfLine = Pick<
  DraftLine,
  'product_id' | 'productLabel' | 'decimals' | 'unit' | 'base_unit_id' | 'units' | 'unit_id'
>

/** A product as lists, pasted rows and scans have it. */
export type ChosenProduct = FoundProduct

/** A line's product, with the quantity in the product's own unit. */
export const ofProduct = (product: ChosenProduct): ProductOfLine => ({
  product_id: product.id,
  productLabel: productLabel(product),
  ...countedIn(product),
  base_unit_id: product.unit_id ?? null,
  unit_id: null,
})

export function draftOf(line: OrderLine): DraftLine {
  return {
    ...emptyLine(),
    product_id: line.product_id,
    productLabel: line.product ? productLabel(line.product) : '',
    ...countedIn(line.product),
    base_unit_id: line.product?.unit_id ?? null,
    warehouses_areas_id: line.warehouses_areas_id || null,
    areaLabel: line.area?.name ?? null,
    warehouses_shelves_id: line.warehouses_shelves_id || null,
    shelfLabel: line.shelf?.name ?? null,
    ...asEntered(line),
    unit_price: line.unit_price ?? '',
    hiddenPrice: line.unit_price === null || line.unit_price === undefined,
    batch_number: line.batch_number ?? '',
    produce_date: line.produce_date ?? null,
    expiry_date: line.expiry_date ?? null,
    reason: line.reason ?? null,
    to: {
      area: line.target_warehouses_areas_id || null,
      areaLabel: line.target_area?.name ?? null,
      shelf: line.target_warehouses_shelves_id || null,
      shelfLabel: line.target_shelf?.name ?? null,
    },
  }
}

/** Whether nothing was entered. Such lines are not sent. */
export function blank(line: DraftLine): boolean {
  return line.product_id === null && !line.quantity && !line.unit_price && !line.batch_number
}

/** Whether an adjustment's line adds goods; nothing for a line of another kind. */
export const gainsAt = (
  line: Pick<DraftLine, 'reason'>,
  kind: Kind | undefined,
  type: number | null,
): boolean | undefined => kind?.gains?.includes(String(line.reason ?? type))

/** Whether a line takes goods that lie there. Their dates are those of their batch. */
export const takesAt = (line: Pick<DraftLine, 'reason'>, kind: Kind, type: number | null): boolean =>
  kind.takes || gainsAt(line, kind, type) === false

export interface Complaint {
  key: string
  count?: number
  unit?: string
}
/** What is wrong with a quantity of a unit with so many decimals: 0 or more is one. */
export function quantityFault(text: string, decimals: number): Complaint | null {
  const value = decimal(text)
  if (!value || value.lt(0)) return { key: 'orders.rule.quantity' }
  return places(value) > decimals ? { key: 'orders.rule.quantityPlaces', count: decimals } : null
}

export type LineErrors = Readonly<Record<string, Complaint | string>>

/** What is wrong with a line as far as the client can tell, by field. */
export function lineErrors(line: DraftLine, kind?: Kind, type: number | null = null): LineErrors {
  const errors: Record<string, Complaint> = {}
  if (line.product_id === null) errors.product_id = { key: 'orders.rule.product' }
  const quantity = decimal(line.quantity)
  if (gainsAt(line, kind, type) === false) {
    if (!quantity || quantity.gte(0)) errors.quantity = { key: 'orders.rule.loss' }
  } else if (!quantity || quantity.lte(0)) errors.quantity = { key: 'orders.rule.quantity' }
  const fine = errors.quantity ? null : tooFine(line, line.decimals)
  if (fine?.in === 'entered') errors.quantity = { key: 'orders.rule.quantityPlaces', count: fine.decimals }
  if (fine?.in === 'own') errors.quantity = { key: 'orders.rule.exact', unit: line.unit }
  // What found goods cost is known, unless the warehouse has never had them.
  const price = decimal(kind?.gains ? line.unit_price || '0' : line.unit_price)
  const kept = line.hiddenPrice && !line.unit_price
  if (kind?.priced !== false) {
    if (!kept && (!price || price.lt(0))) errors.unit_price = { key: 'orders.rule.price' }
    else if (price && places(price) > 4) errors.unit_price = { key: 'orders.rule.pricePlaces' }
  }
  const dated = !kind || !takesAt(line, kind, type)
  if (dated && line.produce_date && line.expiry_date && line.expiry_date < line.produce_date)
    errors.expiry_date = { key: 'orders.rule.dates' }
  return errors
}

const LINE_FIELD = /^lines\[(\d+)\]\.(\w+)$/

/** Assigns the server's errors to the cells of the sent lines, or to the head. */
export function placeErrors(
  errors: readonly { field: string; msg: string }[],
  sent: readonly DraftLine[],
): { lines: Map<number, Record<string, string>>; head: Record<string, string> } {
  const lines = new Map<number, Record<string, string>>()
  const head: Record<string, string> = {}
  for (const { field, msg } of errors) {
    const [, index, name] = LINE_FIELD.exec(field) ?? []
    const line = index === undefined ? undefined : sent[Number(index)]
    if (line && name) lines.set(line.key, { ...lines.get(line.key), [name]: msg })
    else head[field] = msg
  }
  return { lines, head }
}

/** Quantities summed by their units, in the order in which these come. */
export function sumsByUnit(
  quantities: readonly { unit: string; quantity: Big | null }[],
): { unit: string; quantity: Big }[] {
  const sums = new Map<string, Big>()
  for (const { unit, quantity } of quantities)
    if (quantity) sums.set(unit, (sums.get(unit) ?? new Big(0)).plus(quantity))
  return [...sums].map(([unit, quantity]) => ({ unit, quantity }))
}

/** How much the lines of a saved order hold, in each unit. */
export const lineSums = (lines: readonly OrderLine[], field: 'quantity' | 'stocked_quantity') =>
  sumsByUnit(lines.map((line) => ({ unit: line.product?.unit?.name ?? '', quantity: decimal(line[field]) })))

export const draftTotals = (lines: readonly DraftLine[]): ReturnType<typeof orderTotals> =>
  orderTotals(
    lines.map((line) => ({ quantity: String(baseQuantity(line) ?? ''), unit_price: line.unit_price })),
  )

/** A line as it is sent; `type` is the order's. */
export function lineBody(line: DraftLine, kind?: Kind, type: number | null = null) {
  const goods = {
    product_id: line.product_id,
    warehouses_areas_id: line.warehouses_areas_id || null,
    warehouses_shelves_id: line.warehouses_shelves_id || null,
    quantity: line.quantity.trim(),
    // Named even if it is the product's own, so that a line that was entered in another is not taken for it.
    unit_id: line.unit_id ?? (line.units.length > 0 ? line.base_unit_id : undefined),
    batch_number: line.batch_number.trim() || null,
  }
  if (kind?.twoSided) {
    const { area, shelf } = line.to
    return { ...goods, target_warehouses_areas_id: area, target_warehouses_shelves_id: shelf }
  }
  // Goods that lie there have the dates of their batch.
  const dated = !kind || !takesAt(line, kind, type)
  return {
    ...goods,
    unit_price: line.unit_price.trim() || (line.hiddenPrice ? null : kind?.gains ? '0' : ''),
    produce_date: dated ? line.produce_date : null,
    expiry_date: dated ? line.expiry_date : null,
    ...(kind?.gains ? { reason: line.reason } : {}),
  }
}
