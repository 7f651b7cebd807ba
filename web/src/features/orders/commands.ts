import { http, type BodyOf, type CallOptions, type Params, type Schema } from '@/shared/http'
import { underCommandId } from '@/shared/http/pendingCommand'
import { randomId } from '@/shared/randomId'
import type { Kind } from './kinds'
import type { Order, OrderRow } from './model'
import type { GoodsStep } from './transfer/model'

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
  | 'takeCostBack'
  | 'pick'
  | 'parcels'
  | 'restore'
  | GoodsStep
type Subject = Pick<OrderRow, 'id' | 'version'>

type Inbound = '/admin/warehouse.InboundOrder'
type Outbound = '/admin/warehouse.OutboundOrder'
type Transfer = '/admin/warehouse.TransferOrder'

/** The steps that the kinds of orders have: a kind is asked for those only. */
type StepPath =
  | `${Kind['url']}/${'audit' | 'takeBack' | 'void'}`
  | `${Exclude<Kind['url'], Transfer>}/reviewStock`
  | `${Inbound | Outbound}/stock`
  | `${Inbound | Outbound | Transfer}/close`
  | `${Kind['url']}/reverse`
  | `${Inbound}/${'returnGoods' | 'addCost' | 'takeCostBack'}`
  | `${Outbound}/${'giveBack' | 'parcels'}`
  | `${Outbound | Transfer}/pick`
  | `${Transfer}/${GoodsStep}`
  | '/admin/warehouse.AdjustmentOrder/post'
/** Takes nothing beside the order. */
type RestorePath = `${Kind['url']}/restore`

/** What a step is sent with beside the order. */
export type StepBody = Omit<BodyOf<StepPath, 'post'>, 'id' | 'version' | 'command_id'>
/** Goods that are taken from another place. */
export type SwapBody = NonNullable<StepBody['swaps']>[number]
/** A parcel as it is sent. */
export type ParcelBody = NonNullable<StepBody['parcels']>[number]

export function act(
  kind: Kind,
  action: Action,
  { id, version }: Subject,
  more: StepBody = {},
  options: CallOptions = { announce: true },
): Promise<Schema<'OrderChanged'>> {
  const path = `${kind.url}/${action}` as StepPath | RestorePath
  const sent = { id, version, ...more }
  return underCommandId([path, sent], (command_id) => http.post(path, { ...sent, command_id }, options))
}

/** The kinds of orders that move goods. */
export type OrderUrl = Kind['url']

/** One order with its lines and history. */
export const findOrder = (url: OrderUrl, id: number, signal?: AbortSignal): Promise<Order> =>
  http.get(`${url}/edit`, { id }, signal).then(({ row }) => row)

export const find = (kind: Kind, id: number, signal?: AbortSignal): Promise<Order> =>
  findOrder(kind.url, id, signal)

/** What is to be picked for an order; only of kinds that take goods from their places. */
export const findPicks = (url: OrderUrl, id: number, signal?: AbortSignal): Promise<Schema<'PickListView'>> =>
  http.get(`${url}/picks` as `${Outbound | Transfer}/picks`, { id }, signal)

/** Saves a new order, or one whose id the body has. */
export const save = (
  kind: Kind,
  body: Params & { id?: number },
  options: CallOptions,
): Promise<Schema<'OrderChanged'>> =>
  http.post(`${kind.url}/${body.id === undefined ? 'add' : 'edit'}`, body, options)

/** Goods may be sent to a warehouse that the sender does not see. */
export const targets = (signal?: AbortSignal) =>
  http.get('/admin/warehouse.TransferOrder/targets', {}, signal)

export const remove = (kind: Kind, ids: number[]): Promise<unknown> =>
  http.del(`${kind.url}/del`, { ids }, { announce: true })
