import { KINDS, type Kind } from '@/features/orders'

/** What a clerk does with the orders of one kind. Texts: `clerk.tasks.<name>`. */
export interface Task {
  name: 'receive' | 'pick'
  kind: Kind
}

export const TASKS: readonly Task[] = [
  { name: 'receive', kind: KINDS.inbound },
  { name: 'pick', kind: KINDS.outbound },
]

/** Orders in this state wait for goods to move. */
export const REVIEWED = 1
