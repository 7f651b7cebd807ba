import { client, http, type CallOptions, type Schema } from '@/shared/http'
import { randomId } from '@/shared/randomId'
import type { PickListData } from './beside'
import type { Kind } from './kinds'
import type { Order, OrderRow } from './model'

/** A command id made here lets the node recognise a command that was sent twice. */
export const commandId = randomId

/** The steps of an order that are commands of their own. */
export type Action =
  | 'audit'
  | 'reviewStock'
  | 'takeBack'
  | 'stock'
  | 'post'
  | 'close'
  | 'void'
  | 'reverse'
  | 'giveBack'
  | 'returnGoods'
  | 'addCost'
  | 'pick'
  | 'parcels'
  | 'restore'
type Subject = Pick<OrderRow, 'id' | 'version'>

export function act(
  kind: Kind,
  action: Action,
  { id, version }: Subject,
  more: Record<string, unknown> = {},
  options: CallOptions = { announce: true },
): Promise<Schema<'OrderChanged'>> {
  const sent = { id, version, command_id: commandId(), ...more }
  return client.post(`${kind.url}/${action}`, sent, options)
}

/** One order with its lines and history. */
export const findOrder = (
  url: Kind['url'] | '/admin/warehouse.TransferOrder',
  id: number,
  signal?: AbortSignal,
): Promise<Order> => http.get(`${url}/edit`, { id }, signal).then(({ row }) => row)

export const find = (kind: Kind, id: number, signal?: AbortSignal): Promise<Order> =>
  findOrder(kind.url, id, signal)

/** What is to be picked for an order. */
export const findPicks = (url: string, id: number, signal?: AbortSignal): Promise<PickListData> =>
  client.get(`${url}/picks`, { id }, signal)

export const remove = (kind: Kind, ids: number[]): Promise<unknown> =>
  http.del(`${kind.url}/del`, { ids }, { announce: true })
