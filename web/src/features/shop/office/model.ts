import { serverNow } from '@/shared/http/serverClock'
import type { Schema } from '@/shared/http/api'
import { decimal } from '@/shared/number/decimal'
import type Big from 'big.js'

export type ShopOrder = Schema<'ShopOrderView'>
export type ShopLine = Schema<'ShopLineView'>
export type Parcel = Schema<'ShopParcelView'>
/** An order with its history, its payments and the companies of its parcels. */
export type OrderDetail = Schema<'ShopOrderDetail'>
export type Refund = Schema<'ShopRefundView'>
/** A refund as a list shows it. */
export type RefundRow = Schema<'RefundRow'>
/** A refund with its whole order. */
export type RefundDetail = Schema<'RefundDetail'>

export const ORDER_PAGE = 'shop/order/order'
export const REFUND_PAGE = 'shop/order/refund'
/** Refunds live within their orders, so one topic tells of both. */
export const TOPIC = 'resource:shop.order.Order'

/** The states of an order, with the field of the counts that tells how many are in each. */
export const STATES = [
  { code: 1, count: 'to_pay', colour: 'arcoblue' },
  { code: 2, count: 'to_ship', colour: 'orange' },
  { code: 7, count: 'cancel_asked', colour: 'orange' },
  { code: 3, count: 'to_receive', colour: 'green' },
  { code: 4, count: 'to_evaluate', colour: 'green' },
  { code: 5, count: 'completed', colour: 'green' },
  { code: 6, count: 'closed', colour: 'red' },
] as const

export const WAITING = 1
export const SHIPPED = 2
export const CLOSED = 6

const sum = (amounts: readonly string[]): Big =>
  amounts.reduce((all, amount) => all.plus(decimal(amount) ?? 0), decimal(0)!)

/** What the shop keeps of an order. */
export const kept = (order: Pick<ShopOrder, 'paid_amount' | 'refund_amount' | 'refund_open'>): Big =>
  sum([order.paid_amount]).minus(sum([order.refund_amount, order.refund_open]))

/** Pieces that have left and that there are to ship. */
export function progress(order: Pick<ShopOrder, 'lines'>): { done: number; all: number } {
  const ships = order.lines.filter(({ product_id }) => product_id)
  return {
    done: ships.reduce((all, { shipped }) => all + shipped, 0),
    all: ships.reduce((all, { quantity }) => all + quantity, 0),
  }
}

export const isZero = (amount: string): boolean => decimal(amount)?.eq(0) ?? true

/** Requests other than one, as far as they take something from the lines: those that ended without money do not. */
const others = (order: Pick<ShopOrder, 'refunds'>, except: number): Refund[] =>
  order.refunds.filter(({ no, status }) => no !== except && status !== 3)

/** What may be paid back at most: for each line, of the freight of the lines together, and of the whole order. */
export interface Caps {
  lines: ReadonlyMap<number, Big>
  freight: Big
  order: Big
}

/** The caps of a request, as the rules of the node have them; the node decides all the same. */
export function capsOf(
  order: Pick<ShopOrder, 'lines' | 'refunds' | 'paid_amount' | 'refund_amount' | 'refund_open'>,
  refund: Pick<Refund, 'no' | 'lines'>,
): Caps {
  const shares = others(order, refund.no).flatMap(({ lines }) => lines)
  const left = (line: number, whole: string, of: (share: Refund['lines'][number]) => string): Big => {
    const rest = sum([whole]).minus(sum(shares.filter((share) => share.line === line).map(of)))
    return rest.lt(0) ? decimal(0)! : rest
  }
  const asked = refund.lines.flatMap(({ line }) => order.lines.filter((one) => one.line === line))
  const whole = kept(order)
  return {
    lines: new Map(asked.map((line) => [line.line, left(line.line, line.pay_share, ({ amount }) => amount)])),
    freight: asked.reduce(
      (all, line) => all.plus(left(line.line, line.freight_share, ({ freight }) => freight)),
      decimal(0)!,
    ),
    order: whole.lt(0) ? decimal(0)! : whole,
  }
}

/** An amount of money as one writes it: not below zero, two decimals at most. */
export function amountOf(text: string): Big | null {
  const amount = decimal(text)
  return amount && amount.gte(0) && amount.round(2).eq(amount) ? amount : null
}

/** A whole number of pieces. */
export function piecesOf(text: string): number | null {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null
}

/**
 * The amount paid for a refund request when these pieces of each line came back. Fractions of cents are cut
 * off, as in the node.
 */
export function receivedAmount(
  shares: readonly Refund['lines'][number][],
  counted: ReadonlyMap<number, number>,
): Big {
  return shares.reduce((all, { line, quantity, amount, freight }) => {
    const came = counted.get(line) ?? quantity
    const part = (whole: string): Big =>
      came >= quantity
        ? (decimal(whole) ?? decimal(0)!)
        : (decimal(whole) ?? decimal(0)!).times(came).div(Math.max(1, quantity)).round(2, CUT)
    return all.plus(part(amount)).plus(part(freight))
  }, decimal(0)!)
}
/** big.js: towards zero. */
const CUT = 0

/** Pieces of a line that no request is about, and how many of the shipped ones did not come back yet. */
export function freeOf(
  order: Pick<ShopOrder, 'refunds'>,
  line: Pick<ShopLine, 'line' | 'quantity' | 'shipped'>,
): { all: number; shipped: number } {
  const requests = order.refunds.filter(({ status }) => status !== 3)
  const pieces = (of: readonly Refund[]): number =>
    of
      .flatMap(({ lines }) => lines)
      .filter((share) => share.line === line.line)
      .reduce((sum, { quantity }) => sum + quantity, 0)
  const all = Math.max(0, line.quantity - pieces(requests))
  const back = pieces(requests.filter(({ type }) => type === 2))
  return { all, shipped: Math.max(0, Math.min(all, line.shipped - back)) }
}

/** How long after it left the number of a parcel may be mended, in seconds. */
const MEND = 7 * 86_400

/** Parcels whose number may still be mended. */
export const mendable = (order: Pick<ShopOrder, 'parcels'>, now = serverNow()): Parcel[] =>
  order.parcels.filter(({ status, shipment_time }) => status === SHIPPED && (shipment_time ?? 0) > now - MEND)
