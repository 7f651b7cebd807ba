import { http, type BodyOf, type CallOptions, type Schema } from '@/shared/http'
import { underCommandId } from '@/shared/http/pendingCommand'
import { URL, type Order, type OrderRow, type TransferStep } from './model'

type Step = Exclude<TransferStep, 'del' | 'restore'>
type Body = BodyOf<`${typeof URL}/${Step}`, 'post'>

export function act(
  step: Step,
  { id, version }: Pick<OrderRow, 'id' | 'version'>,
  more: Pick<Body, 'reason' | 'lines' | 'expired' | 'swaps' | 'business_date' | 'overrule'> = {},
  options: CallOptions = { announce: true },
): Promise<Schema<'OrderChanged'>> {
  const sent = { id, version, ...more }
  return underCommandId([URL, step, sent], (command_id) =>
    http.post(`${URL}/${step}`, { ...sent, command_id }, options),
  )
}

export const restore = ({ id, version }: Pick<OrderRow, 'id' | 'version'>): Promise<Schema<'OrderChanged'>> =>
  underCommandId([URL, 'restore', id, version], (command_id) =>
    http.post(`${URL}/restore`, { id, version, command_id }, { announce: true }),
  )

export const find = (id: number, signal?: AbortSignal): Promise<Order> =>
  http.get(`${URL}/edit`, { id }, signal).then(({ row }) => row)

export const remove = (ids: number[]): Promise<unknown> => http.del(`${URL}/del`, { ids }, { announce: true })

/** Goods may be sent to a warehouse that the sender does not see. */
export const targets = (signal?: AbortSignal) => http.get(`${URL}/targets`, {}, signal)

export const save = (
  body: BodyOf<`${typeof URL}/add`, 'post'>,
  edits: boolean,
): Promise<Schema<'OrderChanged'>> =>
  http.post(edits ? `${URL}/edit` : `${URL}/add`, body, { announce: true })
