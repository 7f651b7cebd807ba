import type { Schema } from '@/shared/http'
import { memberHttp } from '@/shared/http/member'
import { costsMore } from './Price'

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

/** Steps that say what makes them free only where that is less than what makes all of the freight free. */
export const withoutDearerHints = <T extends { missing_to_free?: string | null }>(
  steps: readonly T[],
  ofAll: string | null | undefined,
): T[] =>
  steps.map((step) =>
    ofAll && step.missing_to_free && !costsMore(ofAll, step.missing_to_free)
      ? { ...step, missing_to_free: null }
      : step,
  )
