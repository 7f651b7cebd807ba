import type { Schema } from '@/shared/http'
import { decimal, places } from '@/shared/number/decimal'
import { TRANSFER } from '../kinds'
import { MOST_PLACES } from '../model'

export const { url: URL, page: PAGE, topic: TOPIC } = TRANSFER
/** What is printed of transfers. */
export const PAPERS = { url: URL, papers: TRANSFER.papers }

/** A transfer as a list shows it. */
export type OrderRow = Schema<'OrderFields'>
/** With where the goods of it are. */
export type OrderLine = Schema<'OrderLineView'>
/** A transfer with its lines and its history. */
export type Order = Schema<'OrderView'>
/** Goods of one lot on the road. */
export type TransitRow = Schema<'TransitView'>

/** The steps that move goods or give them up. */
export const GOODS_STEPS = ['ship', 'move', 'receive', 'refuse', 'lost', 'receiveBack', 'lostBack'] as const
export type GoodsStep = (typeof GOODS_STEPS)[number]

/** Every step of a transfer that a button takes. */
export type TransferStep = GoodsStep | 'audit' | 'pick' | 'takeBack' | 'close' | 'void' | 'del' | 'restore'

/** Steps that take a reason. */
export const REASONED: readonly TransferStep[] = ['refuse', 'lost', 'lostBack', 'close', 'void']

export const isGoodsStep = (step: TransferStep): step is GoodsStep =>
  (GOODS_STEPS as readonly string[]).includes(step)

/** The steps that take goods from their places: which ones, may be said. */
export const takesGoods = (step: GoodsStep): boolean => step === 'ship' || step === 'move'

const zero = decimal(0)!

/** How much of a line a step may take now. */
export function amountOf(step: GoodsStep, line: OrderLine): NonNullable<ReturnType<typeof decimal>> {
  if (takesGoods(step)) return (decimal(line.quantity) ?? zero).minus(decimal(line.stocked_quantity) ?? 0)
  const road = step === 'receiveBack' || step === 'lostBack' ? line.transit?.back : line.transit?.there
  return decimal(road ?? '0') ?? zero
}

/** The same as text. */
export const roomOf = (step: GoodsStep, line: OrderLine): string => {
  const room = amountOf(step, line)
  return room.lt(0) ? '0' : room.toString()
}

/** The number of a transfer. */
export const numberOf = (order: OrderRow): string => order.transfer_order_no ?? String(order.id)

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
