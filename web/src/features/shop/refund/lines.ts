import type { Refund, ShopLine, ShopOrder } from '../office/model'

export const MONEY_ONLY = 1
export const GOODS_TOO = 2

/** Pieces that no request is about. */
export const freeOf = (line: Pick<ShopLine, 'quantity' | 'refunding_num' | 'refunded_num'>): number =>
  Math.max(0, line.quantity - line.refunding_num - line.refunded_num)

/** Pieces of a line that come back, or came, in other requests. */
const back = (refunds: readonly Refund[], line: number): number =>
  refunds
    .filter(({ type, status }) => type === GOODS_TOO && status !== 3)
    .flatMap(({ lines }) => lines)
    .filter((share) => share.line === line)
    .reduce((all, { quantity }) => all + quantity, 0)

/** How many pieces of a line may be asked for: to be sent back, only those that had been sent. */
export function mostOf(order: Pick<ShopOrder, 'refunds'>, line: ShopLine, type: number): number {
  const free = freeOf(line)
  return type === GOODS_TOO
    ? Math.max(0, Math.min(free, line.shipped - back(order.refunds, line.line)))
    : free
}

/** Whether goods of an order can be sent back at all. */
export const returnable = (order: Pick<ShopOrder, 'refunds' | 'lines'>): boolean =>
  order.lines.some((line) => line.product_id && mostOf(order, line, GOODS_TOO) > 0)
