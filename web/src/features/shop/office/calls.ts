import type { RowOf } from '@/resource/useListing'
// eslint-disable-next-line no-restricted-imports -- the resource is named by an argument
import { client, http, type Schema } from '@/shared/http'
import { underCommandId } from '@/shared/http/pendingCommand'
import type { OrderDetail, RefundDetail, ShopOrder } from './model'

const ORDERS = '/admin/shop.order.Order'

export const findOrder = (id: number, signal?: AbortSignal): Promise<OrderDetail> =>
  http.get(`${ORDERS}/detail`, { id }, signal)

/** What the goods of its lines had cost; only for those who see costs. */
export const orderCosts = (id: number, signal?: AbortSignal): Promise<Schema<'ShopLineCosts'>> =>
  http.get(`${ORDERS}/costs`, { id }, signal)

type Subject = Pick<ShopOrder, 'id' | 'version'>
type Changed = Promise<Schema<'ShopChanged'>>

/** Takes a step upon a version. Pressed again after a lost answer, it is done once. */
function take<B extends object, A>(
  path: string,
  { id, version }: { id: number; version?: number },
  more: B,
  send: (body: B & { id: number; version?: number; command_id: string }) => Promise<A>,
): Promise<A> {
  return underCommandId([path, id, version, more], (command_id) => send({ ...more, id, version, command_id }))
}

const announced = { announce: true }

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
  take('delivery', order, sending, (body) => http.post(`${ORDERS}/delivery`, body, announced))

export const decideCancel = (order: Subject, agree: boolean, reason: string): Changed =>
  take('cancel', order, { agree, reason }, (body) => http.post(`${ORDERS}/cancel`, body, announced))

export interface Closing {
  reason: string
  /** Where goods stay that have left. */
  goods: 'back' | 'write_off'
  /** Where they are sent to. */
  return_address_id?: number
}

export const closeOrder = (order: Subject, closing: Closing): Changed =>
  take('close', order, closing, (body) => http.post(`${ORDERS}/close`, body, announced))

/** What of an order is changed; what is left out stays. */
export interface OrderChange {
  name?: string
  mobile?: string
  area?: number[]
  address?: string
  admin_remark?: string
}

export const editOrder = (order: Subject, change: OrderChange): Changed =>
  take('edit', order, change, (body) => http.post(`${ORDERS}/edit`, body, announced))

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

export interface Agreement {
  lines: { line: number; quantity: number; amount: string }[]
  freight: string
  reason: string
  return_address_id?: number
  /** The member gets the coupon of the order back with the money. */
  coupon_back?: boolean
}

export const agreeRefund = (refund: RefundSubject, agreement: Agreement): Promise<unknown> =>
  take('audit', refund, { agree: true, ...agreement }, (body) =>
    http.post(`${REFUNDS}/audit`, body, announced),
  )

export const refuseRefund = (refund: RefundSubject, reason: string): Promise<unknown> =>
  take('audit', refund, { agree: false, reason }, (body) => http.post(`${REFUNDS}/audit`, body, announced))

export const receiveRefund = (
  refund: RefundSubject,
  lines: { line: number; quantity: number; reason?: string }[],
): Promise<unknown> =>
  take('receive', refund, { lines }, (body) => http.post(`${REFUNDS}/receive`, body, announced))

export const rejectRefund = (
  refund: RefundSubject,
  reason: string,
  images: readonly string[],
): Promise<unknown> =>
  take('reject', refund, { reason, images: [...images] }, (body) =>
    http.post(`${REFUNDS}/reject`, body, announced),
  )

/** Pays for goods that were inspected: what was agreed to, or less with a reason. */
export const payInspected = (
  refund: RefundSubject,
  lines: { line: number; quantity: number; amount: string }[],
  reason: string,
): Promise<unknown> =>
  take('waive', refund, { lines, reason }, (body) => http.post(`${REFUNDS}/waive`, body, announced))

export const waiveRefund = (refund: RefundSubject): Promise<unknown> =>
  take('waive', refund, {}, (body) => http.post(`${REFUNDS}/waive`, body, announced))

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
