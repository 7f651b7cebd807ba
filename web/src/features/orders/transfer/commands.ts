import { client, type CallOptions } from '@/shared/http'
import { commandId } from '../commands'
import { URL, type Order, type OrderRow, type TransferStep } from './model'

export interface Changed {
  id: number
  version: number
}

export function act(
  step: Exclude<TransferStep, 'del'>,
  { id, version }: Pick<OrderRow, 'id' | 'version'>,
  more: Record<string, unknown> = {},
  options: CallOptions = { announce: true },
): Promise<Changed> {
  return client.post<Changed>(`${URL}/${step}`, { id, version, command_id: commandId(), ...more }, options)
}

export const find = (id: number, signal?: AbortSignal): Promise<Order> =>
  client.get<{ row: Order }>(`${URL}/edit`, { id }, signal).then(({ row }) => row)

export const remove = (ids: number[]): Promise<unknown> =>
  client.del(`${URL}/del`, { ids }, { announce: true })

/** Goods may be sent to a warehouse that the sender does not see. */
export const targets = (signal?: AbortSignal): Promise<{ list: { id: number; name: string }[] }> =>
  client.get(`${URL}/targets`, {}, signal)

export const save = (body: Record<string, unknown>, edits: boolean): Promise<Changed> =>
  client.post<Changed>(`${URL}/${edits ? 'edit' : 'add'}`, body, { announce: true })
