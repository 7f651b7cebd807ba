import type { Schema } from '@/shared/http/api'
import { memberHttp } from '@/shared/http/member'

export type Terms = Schema<'CouponGoodFor'>
export type Offered = Schema<'OfferedCoupon'>
export type Own = Schema<'OwnCoupon'>

export const OWN_PAGE = 12

/** What everybody may take; with a login also how many of each one has. */
export const fetchOffered = (page: number, signal?: AbortSignal) =>
  memberHttp.get('/api/shop.Coupon/index', { page, limit: 40 }, signal)

/** One's coupons of a state: 0 free, 1 held, 2 used, 3 over. */
export const fetchOwn = (state: number, page: number, signal?: AbortSignal) =>
  memberHttp.get('/api/shop.Coupon/mine', { state, page, limit: OWN_PAGE }, signal)

/** Those that could be used now. */
export const fetchUsable = (signal?: AbortSignal) =>
  memberHttp.get('/api/shop.Coupon/mine', { state: 0, page: 1, limit: 100 }, signal)

export const take = (id: number): Promise<unknown> => memberHttp.post('/api/shop.Coupon/take', { id })
export const takeByCode = (code: string): Promise<unknown> =>
  memberHttp.post('/api/shop.Coupon/take', { code })
