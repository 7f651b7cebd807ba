import { memberClient } from '@/shared/http/member'
import type { FreightStep } from './order/calls'

/** What visitors are told of freight before they sign in. */
export interface Freight {
  ships: boolean
  needs_area: boolean
  goods_amount: string
  freight: string
  /** For the shop's own limit; null: nothing is missing, or there is none. */
  missing_to_free: string | null
  freight_steps: FreightStep[]
}

export const fetchFreight = (
  lines: readonly { sku_id: number; quantity: number }[],
  area: readonly number[],
  signal?: AbortSignal,
): Promise<Freight> =>
  memberClient.get(
    '/api/shop.Goods/freight',
    {
      ids: lines.map(({ sku_id }) => sku_id),
      quantities: lines.map(({ quantity }) => quantity).join(),
      ...(area.length > 0 ? { area: area.join() } : {}),
    },
    signal,
  )
