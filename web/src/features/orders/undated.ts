import { decimal } from '@/shared/number/decimal'
import { find } from './commands'
import type { Kind } from './kinds'
import type { Order, OrderRow } from './model'
import { proposed, type Receipt } from './receipt'

/** Names of the products that come in without any date although they keep for so many days only. */
export function undated(parts: readonly Receipt[]): string[] {
  const names = parts
    .filter(({ line, quantity, produce, expiry }) => {
      // What a part does not say is as its line says.
      const dated = produce || expiry || line.produce_date || line.expiry_date
      return !dated && (line.product?.shelf_life_days ?? 0) > 0 && decimal(quantity)?.gt(0)
    })
    .map(({ line }) => line.product?.name ?? `#${line.product_id}`)
  return [...new Set(names)]
}

/** The same of all that is still open of an order. A list knows no lines: they are read. */
export async function undatedOf(kind: Kind, order: OrderRow): Promise<string[]> {
  if (kind.direction !== 'inbound') return []
  const known = (order as Partial<Order>).lines !== undefined
  return undated(proposed(known ? (order as Order) : await find(kind, order.id)))
}
