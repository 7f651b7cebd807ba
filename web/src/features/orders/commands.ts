import { http } from '@/shared/http'
import type { Kind, OrderDetail, OrderRow } from './model'

/** A number made here lets the node recognise a command that was sent twice. */
export const commandId = (): string =>
  typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
        byte.toString(16).padStart(2, '0'),
      ).join('')

export interface Outcome {
  id: number
  status: number
  version: number
  allowed: string[]
}

type Subject = Pick<OrderRow, 'id' | 'version'>

export function act(
  kind: Kind,
  action: string,
  { id, version }: Subject,
  more: Record<string, unknown> = {},
): Promise<Outcome> {
  return http.post<Outcome>(`${kind.url}/${action}`, { id, version, command_id: commandId(), ...more })
}

export const find = (kind: Kind, id: number, signal?: AbortSignal): Promise<OrderDetail> =>
  http
    .get<OrderDetail & { row: { history?: OrderDetail['history'] } }>(`${kind.url}/edit`, { id }, signal)
    .then((answer) => ({
      row: answer.row,
      history: answer.row.history ?? answer.history ?? [],
    }))

export const remove = (kind: Kind, ids: number[]): Promise<unknown> => http.del(`${kind.url}/del`, { ids })
