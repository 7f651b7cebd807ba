import { decimal, places } from '@/shared/number/decimal'
import { MOST_PLACES, type ProductRef } from '../model'

export const URL = '/admin/warehouse.TransferOrder'
export const PAGE = 'warehouse/transferOrder'
export const TOPIC = 'orders:transfer'
/** What is printed of transfers. */
export const PAPERS = { url: URL, papers: ['delivery', 'pick'] }

interface Named {
  name: string
}

interface Nicknamed {
  nickname?: string | null
}

/** Where goods are, in quantities. */
interface Sums {
  there: string
  back: string
  arrived: string
  lost: string
  returned: string
}

/** A transfer as a list shows it. */
export interface OrderRow {
  id: number
  transfer_order_no: string
  order_no: string
  type: number
  status: number
  transit_status: number
  warehouses?: Named | null
  source_warehouses_id: number
  source_area?: Named | null
  target_warehouses_id: number
  target_warehouses?: Named | null
  target_area?: Named | null
  total_quantity: string
  transit?: (Sums & { shipped_time?: number | null }) | null
  remark: string
  business_date: string
  admin_id: number
  admin?: Nicknamed | null
  createAdmin?: Nicknamed | null
  auditAdmin?: Nicknamed | null
  create_time: number
  version: number
  allowed: string[]
}

export interface Lot {
  back: boolean
  batch_number: string
  expiry_date?: string | null
  quantity: string
  /** Unix seconds. */
  since: number
}

export interface OrderLine {
  line: number
  product_id: number
  product?: ProductRef | null
  warehouses_areas_id?: number | null
  warehouses_shelves_id?: number | null
  area?: Named | null
  shelf?: Named | null
  target_warehouses_areas_id?: number | null
  target_warehouses_shelves_id?: number | null
  target_area?: Named | null
  target_shelf?: Named | null
  quantity: string
  stocked_quantity: string
  batch_number?: string | null
  transit?: (Sums & { damaged: string; refused: string; lots: Lot[] }) | null
}

interface Event {
  at: number
  admin: Nicknamed
  action: string
  reason?: string | null
}

/** A transfer with its lines and its history. */
export interface Order extends OrderRow {
  lines: OrderLine[]
  history: Event[]
}

/** Goods of one lot on the road. */
export interface TransitRow {
  id: number
  transfer_order_no: string
  line: number
  back: boolean
  source_warehouses?: Named | null
  target_warehouses?: Named | null
  product?: { product_no: string; name: string; unit?: string | null } | null
  batch_number: string
  expiry_date?: string | null
  quantity: string
  /** Nothing without the right to see costs. */
  value?: string | null
  since: number
  days: number
  admin?: Nicknamed | null
}

/** The steps that move goods or give them up. */
export const GOODS_STEPS = ['ship', 'move', 'receive', 'refuse', 'lost', 'receiveBack', 'lostBack'] as const
export type GoodsStep = (typeof GOODS_STEPS)[number]

/** Every step of a transfer that a button takes. */
export type TransferStep = GoodsStep | 'audit' | 'takeBack' | 'close' | 'void' | 'del'

/** Steps that take a reason. */
export const REASONED: readonly TransferStep[] = ['refuse', 'lost', 'lostBack', 'close', 'void']

export const isGoodsStep = (step: TransferStep): step is GoodsStep =>
  (GOODS_STEPS as readonly string[]).includes(step)

const zero = decimal(0)!

/** How much of a line a step may take now. */
export function amountOf(step: GoodsStep, line: OrderLine): NonNullable<ReturnType<typeof decimal>> {
  if (step === 'ship' || step === 'move')
    return (decimal(line.quantity) ?? zero).minus(decimal(line.stocked_quantity) ?? 0)
  const road = step === 'receiveBack' || step === 'lostBack' ? line.transit?.back : line.transit?.there
  return decimal(road ?? '0') ?? zero
}

/** What a person fills in for a line: as text, so that nothing is rounded. */
export interface Part {
  quantity: string
  damaged: string
}

export interface Place {
  area: number | null
  shelf: number | null
}

/** What is wrong with a part: the key of a text and its count. */
export function partFault(
  step: GoodsStep,
  line: OrderLine,
  part: Part,
): { key: string; count?: number } | null {
  const most = line.product?.unit?.decimals ?? MOST_PLACES
  let sum = zero
  for (const text of [part.quantity, part.damaged]) {
    if (!text.trim()) continue
    const value = decimal(text)
    if (!value || value.lt(0)) return { key: 'orders.rule.quantity' }
    if (places(value) > most) return { key: 'orders.rule.quantityPlaces', count: most }
    sum = sum.plus(value)
  }
  return sum.gt(amountOf(step, line)) ? { key: 'transferOrders.rule.over' } : null
}

/** The parts as they are sent: good and damaged goods of a line are two. */
export function sentParts(
  lines: readonly OrderLine[],
  parts: Readonly<Record<number, Part>>,
  good: Place,
  damaged: Place,
) {
  const place = ({ area, shelf }: Place) =>
    area === null
      ? {}
      : { warehouses_areas_id: area, ...(shelf === null ? {} : { warehouses_shelves_id: shelf }) }
  return lines.flatMap(({ line }) => {
    const part = parts[line]
    const filled = (text: string | undefined): boolean => !!text && !!decimal(text)?.gt(0)
    return [
      ...(part && filled(part.quantity) ? [{ line, quantity: part.quantity.trim(), ...place(good) }] : []),
      ...(part && filled(part.damaged)
        ? [{ line, quantity: part.damaged.trim(), damaged: true, ...place(damaged) }]
        : []),
    ]
  })
}

/** Goods that stay within one warehouse are on no road. */
export const isWithin = (order: Pick<OrderRow, 'type'>): boolean => order.type === 20
