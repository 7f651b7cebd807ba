import { http, type CallOptions, untyped } from '@/shared/http'
import { randomId } from '@/shared/randomId'
import type { Kind } from './kinds'
import type { OrderDetail, OrderRow } from './model'

/** A number made here lets the node recognise a command that was sent twice. */
export const commandId = randomId

export interface Outcome {
  id: number
  status: number
  version: number
  allowed: string[]
}

/** The steps of an order that are commands of their own. */
export type Action = 'audit' | 'takeBack' | 'stock' | 'close' | 'void'
type Subject = Pick<OrderRow, 'id' | 'version'>

export function act(
  kind: Kind,
  action: Action,
  { id, version }: Subject,
  more: Record<string, unknown> = {},
  options: CallOptions = { announce: true },
): Promise<Outcome> {
  const sent = { id, version, command_id: commandId(), ...more }
  return untyped(http.post(`${kind.url}/${action}`, sent, options))
}

export const find = (kind: Kind, id: number, signal?: AbortSignal): Promise<OrderDetail> =>
  untyped<OrderDetail & { row: { history?: OrderDetail['history'] } }>(
    http.get(`${kind.url}/edit`, { id }, signal),
  ).then((answer) => ({
    row: answer.row,
    history: answer.row.history ?? answer.history ?? [],
  }))

export const remove = (kind: Kind, ids: number[]): Promise<unknown> =>
  http.del(`${kind.url}/del`, { ids }, { announce: true })
