import { http, type Schema } from '@/shared/http'
import { underCommandId } from '@/shared/http/pendingCommand'

/** A batch in one warehouse, or everywhere without one. An empty number means the goods without a batch. */
export interface Batch {
  product_id: number
  batch_number: string
  warehouses_id?: number | null
}

/** What an order has lost of its reservations. */
export type Lost = Schema<'LostRow'>

export const HOLD_URL = '/admin/warehouse.BatchHold'

const announced = { announce: true }

export const hold = (
  batch: Batch,
  state: number,
  reason: string,
  command_id?: string,
): Promise<Schema<'HoldDone'>> =>
  underCommandId([HOLD_URL, 'add', batch, state, reason], (own) =>
    http.post(`${HOLD_URL}/add`, { ...batch, state, reason, command_id: command_id ?? own }, announced),
  )

export const free = (batch: Batch, reason: string, command_id?: string): Promise<unknown> =>
  underCommandId([HOLD_URL, 'release', batch, reason], (own) =>
    http.post(`${HOLD_URL}/release`, { ...batch, reason, command_id: command_id ?? own }, announced),
  )
