import { orderTotals, decimal, places } from '@/shared/number/decimal'
import type { Kind } from './kinds'

export interface Named {
  name: string
}
export interface ProductRef {
  product_no: string
  name: string
  spec?: string
  unit?: { name: string; decimals: number } | null
}

export interface OrderRow {
  id: number
  inbound_order_no?: string
  outbound_order_no?: string
  order_no: string | null
  supplier_id?: number
  customer_id?: number
  supplier?: Named | null
  customer?: Named | null
  warehouses_id: number
  warehouses: Named | null
  type: number
  status: number
  total_amount: string
  total_quantity: string
  stocked_quantity: string
  line_count: number
  remark: string | null
  business_date: string | null
  /** Who is in charge. */
  admin_id: number
  admin: { nickname: string } | null
  createAdmin: { nickname: string } | null
  auditAdmin: { nickname: string } | null
  create_time: number
  update_time: number
  delete_time: number | null
  version: number
  allowed: string[]
}

export interface OrderLine {
  line: number
  product_id: number
  product: ProductRef | null
  warehouses_areas_id: number | null
  warehouses_shelves_id: number | null
  area: Named | null
  shelf: Named | null
  quantity: string
  unit_price: string
  total_price: string
  batch_number: string | null
  produce_date: string | null
  expiry_date: string | null
  stocked_quantity: string
}

export interface HistoryEntry {
  at: number
  admin: { id: number; nickname: string } | null
  action: string
  reason: string | null
  from: number | null
  to: number | null
}

export interface Order extends OrderRow {
  lines: OrderLine[]
}
export interface OrderDetail {
  row: Order
  history: HistoryEntry[]
}

export function orderNumber(kind: Kind, row: OrderRow): string {
  return row[kind.numberField] ?? String(row.id)
}

/** A line while it is being written. */
export interface DraftLine {
  key: number
  product_id: number | null
  productLabel: string
  decimals: number
  unit: string
  warehouses_areas_id: number | null
  areaLabel: string | null
  warehouses_shelves_id: number | null
  shelfLabel: string | null
  quantity: string
  unit_price: string
  batch_number: string
  produce_date: string | null
  expiry_date: string | null
}

/** Units have at most four decimals; until the product is known, allow them all. */
export const MOST_PLACES = 4

let lastKey = 0
export function emptyLine(): DraftLine {
  lastKey += 1
  return {
    key: lastKey,
    product_id: null,
    productLabel: '',
    decimals: MOST_PLACES,
    unit: '',
    warehouses_areas_id: null,
    areaLabel: null,
    warehouses_shelves_id: null,
    shelfLabel: null,
    quantity: '',
    unit_price: '',
    batch_number: '',
    produce_date: null,
    expiry_date: null,
  }
}

export function productLabel(product: ProductRef): string {
  return [product.product_no, product.name, product.spec].filter(Boolean).join(' ')
}

export function draftOf(line: OrderLine): DraftLine {
  return {
    ...emptyLine(),
    product_id: line.product_id,
    productLabel: line.product ? productLabel(line.product) : '',
    decimals: line.product?.unit?.decimals ?? MOST_PLACES,
    unit: line.product?.unit?.name ?? '',
    warehouses_areas_id: line.warehouses_areas_id || null,
    areaLabel: line.area?.name ?? null,
    warehouses_shelves_id: line.warehouses_shelves_id || null,
    shelfLabel: line.shelf?.name ?? null,
    quantity: line.quantity,
    unit_price: line.unit_price,
    batch_number: line.batch_number ?? '',
    produce_date: line.produce_date,
    expiry_date: line.expiry_date,
  }
}

/** Nothing was entered: such lines are left out when the order is sent. */
export function blank(line: DraftLine): boolean {
  return line.product_id === null && !line.quantity && !line.unit_price && !line.batch_number
}

export interface Complaint {
  key: string
  count?: number
}
export type LineErrors = Readonly<Record<string, Complaint | string>>

/** What can be told without the server; keys are fields of the line. */
export function lineErrors(line: DraftLine): LineErrors {
  const errors: Record<string, Complaint> = {}
  if (line.product_id === null) errors.product_id = { key: 'orders.rule.product' }
  const quantity = decimal(line.quantity)
  if (!quantity || quantity.lte(0)) errors.quantity = { key: 'orders.rule.quantity' }
  else if (places(quantity) > line.decimals)
    errors.quantity = { key: 'orders.rule.quantityPlaces', count: line.decimals }
  const price = decimal(line.unit_price)
  if (!price || price.lt(0)) errors.unit_price = { key: 'orders.rule.price' }
  else if (places(price) > 4) errors.unit_price = { key: 'orders.rule.pricePlaces' }
  if (line.produce_date && line.expiry_date && line.expiry_date < line.produce_date)
    errors.expiry_date = { key: 'orders.rule.dates' }
  return errors
}

const LINE_FIELD = /^lines\[(\d+)\]\.(\w+)$/

/** Puts the server's complaints where they belong: on the cell of the sent line, or on the head. */
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

export const draftTotals = (lines: readonly DraftLine[]): ReturnType<typeof orderTotals> => orderTotals(lines)

/** A line as it is sent. */
export function wire(line: DraftLine) {
  return {
    product_id: line.product_id,
    warehouses_areas_id: line.warehouses_areas_id || null,
    warehouses_shelves_id: line.warehouses_shelves_id || null,
    quantity: line.quantity.trim(),
    unit_price: line.unit_price.trim(),
    batch_number: line.batch_number.trim() || null,
    produce_date: line.produce_date,
    expiry_date: line.expiry_date,
  }
}
