import { KINDS, type Kind } from '@/features/orders'

/** What a clerk does in the hall. Texts: `clerk.tasks.<name>`. */
export type TaskName = 'receive' | 'putAway' | 'pick' | 'move' | 'count'

/** What a clerk does with the orders of one kind. */
export interface OrderTask {
  name: 'receive' | 'pick'
  kind: Kind
}

/** What a task asks for: a page and a right on it. */
export interface Task {
  name: TaskName
  page: string
  action: string
  order?: OrderTask
}

const order = (name: OrderTask['name'], kind: Kind): Task => ({
  name,
  page: kind.page,
  action: 'stock',
  order: { name, kind },
})

/** In the order of a day's work. */
export const TASKS: readonly Task[] = [
  order('receive', KINDS.inbound),
  { name: 'putAway', page: 'warehouse/inventory', action: 'move' },
  order('pick', KINDS.outbound),
  { name: 'move', page: 'warehouse/inventory', action: 'move' },
  { name: 'count', page: 'warehouse/stockCount', action: 'count' },
]

/** Orders in this state wait for goods to move. */
export const REVIEWED = 1
