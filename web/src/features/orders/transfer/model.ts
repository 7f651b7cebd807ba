import type { Schema } from '@/shared/http'
import { decimal } from '@/shared/number/decimal'
import { TRANSFER } from '../kinds'

export const { url: URL, page: PAGE, topic: TOPIC } = TRANSFER
/** What is printed of transfers. */
export const PAPERS = { url: URL, papers: TRANSFER.papers }

/** A transfer as a list shows it. */
export type OrderRow = Schema<'OrderFields'>
/** With where the goods of it are. */
export type OrderLine = Schema<'OrderLineView'>
/** A transfer with its lines and its history, and what its goods cost for those who may see that. */
export type Order = Schema<'OrderView'> & { goods_value?: string | null }
/** Goods of one lot in transit. */
export type TransitRow = Schema<'TransitView'>

/** The steps that move goods or give them up. */
export const GOODS_STEPS = ['ship', 'move', 'receive', 'refuse', 'lost', 'receiveBack', 'lostBack'] as const
export type GoodsStep = (typeof GOODS_STEPS)[number]

/** Every step of a transfer that a button takes. */
export type TransferStep =
  GoodsStep | 'audit' | 'pick' | 'takeBack' | 'close' | 'void' | 'reverse' | 'del' | 'restore'

/** Steps that take a reason. */
export const REASONED: readonly TransferStep[] = ['refuse', 'lost', 'lostBack', 'close', 'void']

export const isGoodsStep = (step: string): step is GoodsStep =>
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

/** The types of transfers: between two warehouses, or within one. */
export const [BETWEEN, WITHIN] = [10, 20]

/** Goods that stay within one warehouse are on no road. */
export const isWithin = (order: Pick<OrderRow, 'type'>): boolean => order.type === WITHIN
