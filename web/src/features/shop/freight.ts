import type { Schema } from '@/shared/http'
import { memberHttp } from '@/shared/http/member'

/** The freight that visitors see before they sign in. */
export type Freight = Schema<'ShopFreight'>

export const fetchFreight = (
  lines: readonly { sku_id: number; quantity: number }[],
  area: readonly number[],
  signal?: AbortSignal,
): Promise<Freight> =>
  memberHttp.get(
    '/api/shop.Goods/freight',
    {
      ids: lines.map(({ sku_id }) => sku_id),
      quantities: lines.map(({ quantity }) => quantity).join(),
      ...(area.length > 0 ? { area: area.join() } : {}),
    },
    signal,
  )
