import { memberHttp } from '@/shared/http/member'
import { underCommandId } from '@/shared/http/pendingCommand'
import { getChanges } from '../order/calls'

export const fetchOrder = (order_no: string, signal?: AbortSignal) =>
  memberHttp.get('/api/shop.Order/detail', { order_no }, signal)

export const PAGE = 10

/** A page of one's refunds, and how often one's orders had changed before it was read. */
export async function fetchRefunds(page: number, signal?: AbortSignal) {
  const changes = await getChanges('', signal)
  const refunds = await memberHttp.get('/api/shop.Refund/index', { page, limit: PAGE }, signal)
  return { ...refunds, changes }
}

export const fetchRefund = (id: number, signal?: AbortSignal) =>
  memberHttp.get('/api/shop.Refund/detail', { id }, signal)

export interface Pieces {
  line: number
  quantity: number
}

/** What pieces are worth when they come back; writes nothing. */
export const quoteRefund = (order_no: string, lines: readonly Pieces[]) =>
  memberHttp.post('/api/shop.Refund/quote', { order_no, lines })

export interface Application {
  order_no: string
  type: number
  lines: readonly Pieces[]
  reason: string
  description: string
  images: readonly string[]
}

/** Requests a refund. Sent again under the same command id, it does nothing a second time. */
export const applyRefund = (application: Application, command_id: string) =>
  memberHttp.post('/api/shop.Refund/apply', { ...application, command_id })

export const withdrawRefund = (id: number) =>
  underCommandId(['withdraw', id], (command_id) =>
    memberHttp.post('/api/shop.Refund/withdraw', { id, command_id }, { announce: true }),
  )

/** Goods are on their way back. */
export interface Sending {
  company: string
  courier_number: string
  images: readonly string[]
}

export const shipRefund = (id: number, sending: Sending) =>
  underCommandId(['ship', id, sending], (command_id) =>
    memberHttp.post('/api/shop.Refund/ship', { id, ...sending, command_id }, { announce: true }),
  )
