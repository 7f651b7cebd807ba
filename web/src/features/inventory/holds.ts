import i18n from '@/shared/i18n'
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

/** Says what was done to which batch. */
const said = (done: 'held' | 'released', { batch_number }: Batch) => ({
  announce: i18n.t(`holds.done.${done}`, { batch: batch_number || i18n.t('holds.noBatchName') }),
})

export const hold = (
  batch: Batch,
  state: number,
  reason: string,
  command_id?: string,
): Promise<Schema<'HoldDone'>> =>
  underCommandId([HOLD_URL, 'add', batch, state, reason], (own) =>
    http.post(
      `${HOLD_URL}/add`,
      { ...batch, state, reason, command_id: command_id ?? own },
      said('held', batch),
    ),
  )

export const free = (batch: Batch, reason: string, command_id?: string): Promise<unknown> =>
  underCommandId([HOLD_URL, 'release', batch, reason], (own) =>
    http.post(
      `${HOLD_URL}/release`,
      { ...batch, reason, command_id: command_id ?? own },
      said('released', batch),
    ),
  )
