import type { RowOf } from '@/resource/useListing'
// eslint-disable-next-line no-restricted-imports -- the resource is named by an argument
import { client, http, type Schema } from '@/shared/http'
import { randomId } from '@/shared/randomId'
import type { OrderDetail, RefundDetail, ShopOrder } from './model'

const ORDERS = '/admin/shop.order.Order'

export const findOrder = (id: number, signal?: AbortSignal): Promise<OrderDetail> =>
  http.get(`${ORDERS}/detail`, { id }, signal)

/** What the goods of its lines had cost; only for those who see costs. */
export const orderCosts = (id: number, signal?: AbortSignal): Promise<Schema<'ShopLineCosts'>> =>
  http.get(`${ORDERS}/costs`, { id }, signal)

type Subject = Pick<ShopOrder, 'id' | 'version'>
type Changed = Promise<Schema<'ShopChanged'>>

/** Under which id and upon which version a step is taken: sent twice, it is done once. */
const step = ({ id, version }: Subject) => ({ id, version, command_id: randomId() })

export interface Sending {
  parcel: number
  company_id: number
  courier_number: string
  /** Nothing for all of the parcel. */
  lines?: { line: number; quantity: number }[]
  /** Sent though a refund is asked for its goods; then with a reason. */
  force?: boolean
  reason?: string
}

export const deliver = (order: Subject, sending: Sending): Changed =>
  http.post(`${ORDERS}/delivery`, { ...step(order), ...sending }, { announce: true })

export const decideCancel = (order: Subject, agree: boolean, reason: string): Changed =>
  http.post(`${ORDERS}/cancel`, { ...step(order), agree, reason }, { announce: true })

export interface Closing {
  reason: string
  /** Where goods stay that have left. */
  goods: 'back' | 'write_off'
  /** Where they are sent to. */
  return_address_id?: number
}

export const closeOrder = (order: Subject, closing: Closing): Changed =>
  http.post(`${ORDERS}/close`, { ...step(order), ...closing }, { announce: true })

/** What of an order is changed; what is left out stays. */
export interface OrderChange {
  name?: string
  mobile?: string
  area?: number[]
  address?: string
  admin_remark?: string
}

export const editOrder = (order: Subject, change: OrderChange): Changed =>
  http.post(`${ORDERS}/edit`, { ...step(order), ...change }, { announce: true })

/** Names of rows of another resource, by id; those that can't be seen are left out. */
export async function namesOf(
  url: string,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { list } = await client.get<{ list: readonly { id: number; name?: string; nickname?: string }[] }>(
    `${url}/index`,
    { select: true, initKey: 'id', initValue: [...ids], limit: ids.length },
    signal,
  )
  return new Map(list.map(({ id, name, nickname }) => [id, name ?? nickname ?? String(id)]))
}

const REFUNDS = '/admin/shop.order.Refund'

export const findRefund = (id: number, signal?: AbortSignal): Promise<RefundDetail> =>
  http.get(`${REFUNDS}/detail`, { id }, signal)

/** A refund with its order's version, so that the server refuses a decision on an outdated state. */
export interface RefundSubject {
  id: number
  version?: number
}
const refundStep = ({ id, version }: RefundSubject) => ({ id, version, command_id: randomId() })

export interface Agreement {
  lines: { line: number; quantity: number; amount: string }[]
  freight: string
  reason: string
  return_address_id?: number
  /** The member gets the coupon of the order back with the money. */
  coupon_back?: boolean
}

export const agreeRefund = (refund: RefundSubject, agreement: Agreement): Promise<unknown> =>
  http.post(`${REFUNDS}/audit`, { ...refundStep(refund), agree: true, ...agreement }, { announce: true })

export const refuseRefund = (refund: RefundSubject, reason: string): Promise<unknown> =>
  http.post(`${REFUNDS}/audit`, { ...refundStep(refund), agree: false, reason }, { announce: true })

export const receiveRefund = (
  refund: RefundSubject,
  lines: { line: number; quantity: number; reason?: string }[],
): Promise<unknown> => http.post(`${REFUNDS}/receive`, { ...refundStep(refund), lines }, { announce: true })

export const rejectRefund = (
  refund: RefundSubject,
  reason: string,
  images: readonly string[],
): Promise<unknown> =>
  http.post(`${REFUNDS}/reject`, { ...refundStep(refund), reason, images: [...images] }, { announce: true })

/** Pays for goods that were inspected: what was agreed to, or less with a reason. */
export const payInspected = (
  refund: RefundSubject,
  lines: { line: number; quantity: number; amount: string }[],
  reason: string,
): Promise<unknown> =>
  http.post(`${REFUNDS}/waive`, { ...refundStep(refund), lines, reason }, { announce: true })

export const waiveRefund = (refund: RefundSubject): Promise<unknown> =>
  http.post(`${REFUNDS}/waive`, refundStep(refund), { announce: true })

export type ReturnAddress = RowOf<'/admin/shop.delivery.Address'>

/** Where members may send goods back to, the default first. */
export async function returnAddresses(signal?: AbortSignal): Promise<ReturnAddress[]> {
  const search = ['is_return', 'status'].map((field) => ({ field, val: '1', operator: 'eq' }))
  const { list } = await http.get(
    '/admin/shop.delivery.Address/index',
    { select: true, limit: 50, search },
    signal,
  )
  return [...list].sort((one, other) => other.is_default - one.is_default)
}

export const fetchTroubles = (signal?: AbortSignal) =>
  http.get('/admin/shop.order.Exception/index', {}, signal)

export const fetchFigures = (signal?: AbortSignal) =>
  http.get('/admin/shop.Dashboard/index', undefined, signal)
