import {
  KINDS,
  TRANSFER,
  findOrder,
  orderNumber,
  partnerName,
  transferNumber,
  transferRoom,
  type Kind,
  type Order,
  type OrderLine,
  type OrderRow,
  type OrderUrl,
} from '@/features/orders'

/** What a clerk does in the hall. Texts: `clerk.tasks.<name>`. */
export type TaskName = OrderTask['name'] | 'putAway' | 'move' | 'count'

/** What a clerk does with the orders of one kind. Texts of its button: `clerk.send.<name>`. */
export interface OrderTask {
  name: 'receive' | 'pick' | 'ship' | 'arrive'
  page: string
  url: OrderUrl
  topic: string
  /** The step that moves what was counted. */
  step: 'stock' | 'ship' | 'receive'
  find: (id: number, signal: AbortSignal) => Promise<Order>
  number: (row: OrderRow) => string
  /** With whom it is, or where the goods go to or come from. */
  about: (row: OrderRow) => string | undefined
  /** The warehouse in which the work is done. */
  at: (row: OrderRow) => string | undefined
  /** How much of it is done. */
  moved: (row: OrderRow) => string
  /** Which of the reviewed orders it is about, as the node is asked; all of them without. */
  search?: readonly { field: string; val: string; operator: string }[]
  /** How much of a line may move; nothing is said for what has not moved yet of it. */
  room?: (line: OrderLine) => string
  /** Goods are taken from places: the node says from which. */
  picks: boolean
  /** Orders of the shop are among them: they are picked alike, and sent as parcels. */
  parcels?: boolean
}

/** What a task asks for: a page and a right on it. */
export interface Task {
  name: TaskName
  page: string
  action: string
  order?: OrderTask
}

const order = (task: OrderTask): Task => ({
  name: task.name,
  page: task.page,
  action: task.step,
  order: task,
})

const ofKind = (name: 'receive' | 'pick', kind: Kind): Task =>
  order({
    name,
    page: kind.page,
    url: kind.url,
    topic: kind.topic,
    step: 'stock',
    find: (id, signal) => findOrder(kind.url, id, signal),
    number: (row) => orderNumber(kind, row),
    about: (row) => partnerName(kind, row) ?? row.shop_order_no ?? undefined,
    at: (row) => row.warehouses?.name,
    moved: (row) => row.stocked_quantity,
    picks: kind.ships,
    parcels: kind.ships,
  })

/** A type of transfers: others move goods within one warehouse. */
const BETWEEN_WAREHOUSES = '10'
/** Where the goods of transfers are: of some a part is still to be sent; of others a part is in transit. */
const TO_SHIP = '0,1,3'
const ON_ROAD = '1,2,3'

const ofTransfers = (name: 'ship' | 'arrive', step: 'ship' | 'receive'): Task =>
  order({
    name,
    page: TRANSFER.page,
    url: TRANSFER.url,
    topic: TRANSFER.topic,
    step,
    find: (id, signal) => findOrder(TRANSFER.url, id, signal),
    number: transferNumber,
    about: (row) => (name === 'ship' ? row.target_warehouses : row.warehouses)?.name,
    at: (row) => (name === 'ship' ? row.warehouses : row.target_warehouses)?.name,
    moved: (row) => (name === 'ship' ? row.stocked_quantity : (row.transit?.arrived ?? '0')),
    search: [
      { field: 'type', val: BETWEEN_WAREHOUSES, operator: 'eq' },
      { field: 'transit_status', val: name === 'ship' ? TO_SHIP : ON_ROAD, operator: 'IN' },
    ],
    room: (line) => transferRoom(step, line),
    picks: name === 'ship',
  })

/** In the order of a day's work. */
export const TASKS: readonly Task[] = [
  ofKind('receive', KINDS.inbound),
  ofTransfers('arrive', 'receive'),
  { name: 'putAway', page: 'warehouse/inventory', action: 'move' },
  ofKind('pick', KINDS.outbound),
  ofTransfers('ship', 'ship'),
  { name: 'move', page: 'warehouse/inventory', action: 'move' },
  { name: 'count', page: 'warehouse/stockCount', action: 'count' },
]

/** What a person needs to send the parcels of the shop's orders. */
export const SHOP_ORDERS = { page: 'shop/order/order', actions: ['index', 'delivery'] } as const

/** Orders in this state wait for goods to move. */
export const REVIEWED = 1
