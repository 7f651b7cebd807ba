/** Which steps an order offers to a person, and what they are called. */
import type { TFunction } from 'i18next'
import { reversible, takesBack } from './beside'
import type { Kind } from './kinds'
import { mayEdit, type Order, type OrderRow } from './model'
import type { StepDialog } from './StepDialogs'
import { isWithin, type GoodsStep } from './transfer/model'

export type OrderAction =
  | 'audit'
  | 'reviewStock'
  | 'stock'
  | 'ship'
  | 'partial'
  | 'takeBack'
  | 'close'
  | 'void'
  | 'del'
  | 'restore'
  | 'pick'
  | GoodsStep
  | StepDialog

const DIALOGS: readonly string[] = ['reverse', 'giveBack', 'returnGoods', 'addCost', 'picks', 'parcels']

const REVIEWED = 1

/** The rights that a step of a transfer needs beside its own: to give goods up, that to review. */
const ALSO: Readonly<Partial<Record<OrderAction, string>>> = { lost: 'audit', lostBack: 'audit' }

type Can = (action: string) => boolean

/** What a step is called on an order; nothing is shipped within one warehouse. */
export function labelOf(
  t: TFunction,
  kind: Kind,
  action: OrderAction | 'takeCostBack',
  order?: Pick<OrderRow, 'type'>,
): string {
  if (kind.twoSided) {
    const within = action === 'close' && order !== undefined && isWithin(order)
    return t(`${kind.words}.steps.${within ? 'closeWithin' : action}`)
  }
  if (action === 'stock' || action === 'partial' || action === 'reviewStock')
    return t(`${kind.words}.${action}`)
  const isStep = action === 'ship' || action === 'takeCostBack' || DIALOGS.includes(action)
  return t(`${isStep ? 'orderSteps' : 'orders'}.${action}`)
}

/** Is a step allowed in this state, and to somebody who `can`? `shop` says what they may do with orders of the shop. */
export function isPossible(
  kind: Kind,
  action: OrderAction | 'edit',
  order: OrderRow,
  can: Can,
  shop: Can,
): boolean {
  if (action === 'restore') return !!order.delete_time && can('restore')
  if (action === 'edit') return order.allowed.includes('edit') && mayEdit(order, can)
  if (kind.twoSided) return order.allowed.includes(action) && can(action) && can(ALSO[action] ?? action)
  if (action === 'ship')
    return Boolean(order.shop_order_id) && order.status === REVIEWED && shop('index') && shop('delivery')
  if (action === 'picks') return kind.picks && order.status < 2 && !order.delete_time
  const moves = kind.moves ?? ''
  if (action === 'reviewStock') return order.allowed.includes('audit') && can('audit') && can(moves)
  if (action === 'partial' && !kind.parts) return false
  const needed = action === 'partial' || action === 'stock' ? moves : action
  // A page knows the lines, so it knows whether anything is left to take back.
  const lines = (order as Partial<Order>).lines
  if (takesBack(action) && lines && !lines.some((line) => reversible(line).gt(0))) return false
  return order.allowed.includes(needed) && can(needed)
}
