import { http, type Schema } from '@/shared/http'

const COUPON = '/admin/shop.marketing.Coupon'
const RECHARGE = '/admin/shop.marketing.RechargeOrder'

/** Whom a coupon is given to: these members, those that the conditions mean, or all. */
export interface Receivers {
  user_ids?: number[]
  group_id?: number
  join_from?: number
  join_until?: number
  all?: boolean
}

/** Sent twice under the same id, it is given once. */
export const giveCoupon = (id: number, to: Receivers, command_id: string): Promise<Schema<'CouponGiven'>> =>
  http.post(`${COUPON}/give`, { id, ...to, command_id })

export const withdrawCoupon = (id: number, user_ids?: number[]): Promise<Schema<'CouponWithdrawn'>> =>
  http.post(`${COUPON}/withdraw`, { id, ...(user_ids ? { user_ids } : {}) })

export const findRecharge = (id: number, signal?: AbortSignal): Promise<Schema<'RechargeDone'>> =>
  http.get(`${RECHARGE}/detail`, { id }, signal)

/** The money was received by hand. */
export const confirmRecharge = (id: number, memo: string): Promise<unknown> =>
  http.post(`${RECHARGE}/confirm`, { id, memo }, { announce: true })

export const refundRecharge = (id: number, amount: string, memo: string): Promise<unknown> =>
  http.post(`${RECHARGE}/refund`, { id, amount, memo }, { announce: true })
