import type { Schema } from '@/shared/http/api'
import { memberHttp } from '@/shared/http/member'

export type Terms = Schema<'CouponGoodFor'>
export type Offered = Schema<'OfferedCoupon'>
export type Own = Schema<'OwnCoupon'>

export const OWN_PAGE = 12

export const OFFERED_PAGE = 40

/** The first pages of what everybody may take; with a login also how many of each one has. */
export async function fetchOffered(pages: number, signal?: AbortSignal) {
  const asked = Array.from({ length: pages }, (_, at) => at + 1)
  const found = []
  // One after the other: whoever looks for more does not ask for everything at once.
  for (const page of asked)
    found.push(await memberHttp.get('/api/shop.Coupon/index', { page, limit: OFFERED_PAGE }, signal))
  return { list: found.flatMap(({ list }) => list), total: found[0]?.total ?? 0 }
}

/** Those of them that are for certain goods. */
export const fetchOfferedFor = (goods_id: number, limit: number, signal?: AbortSignal) =>
  memberHttp.get('/api/shop.Coupon/index', { goods_id, page: 1, limit }, signal)

/** One's coupons of a state: 0 free, 1 held, 2 used, 3 over. */
export const fetchOwn = (state: number, page: number, signal?: AbortSignal) =>
  memberHttp.get('/api/shop.Coupon/mine', { state, page, limit: OWN_PAGE }, signal)

/** Most rows of a page that the server answers. */
const USABLE_MAX = 200

/** Those that could be used now. */
export const fetchUsable = (signal?: AbortSignal) =>
  memberHttp.get('/api/shop.Coupon/mine', { state: 0, page: 1, limit: USABLE_MAX }, signal)

export const take = (id: number): Promise<unknown> => memberHttp.post('/api/shop.Coupon/take', { id })
export const takeByCode = (code: string): Promise<unknown> =>
  memberHttp.post('/api/shop.Coupon/take', { code })
