import { memberHttp } from '@/shared/http/member'

/** What a member can pay in, their orders, and how the shop wants to be paid. */
export const loadRecharges = (signal?: AbortSignal) => memberHttp.get('/api/shop.Recharge/index', {}, signal)
