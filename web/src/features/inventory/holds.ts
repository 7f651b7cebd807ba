import { http, type Schema } from '@/shared/http'
import { randomId } from '@/shared/randomId'

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
  command_id = randomId(),
): Promise<Schema<'HoldDone'>> =>
  http.post(`${HOLD_URL}/add`, { ...batch, state, reason, command_id }, announced)

export const free = (batch: Batch, reason: string, command_id = randomId()): Promise<unknown> =>
  http.post(`${HOLD_URL}/release`, { ...batch, reason, command_id }, announced)
