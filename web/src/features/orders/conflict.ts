import type { Order } from './model'

/** What a refusal says of a change that came between: who made it, and the order as it is now. */
interface Changed {
  changed_by?: number
  current?: { row?: Pick<Order, 'history'> | null }
}

/** The name of the person who has changed an order meanwhile, where its history has it. */
export function whoChanged(data: Record<string, unknown>): string | null {
  const { changed_by: id, current } = data as Changed
  const newestFirst = [...(current?.row?.history ?? [])].reverse()
  return newestFirst.find(({ admin }) => admin.id === id)?.admin.nickname || null
}
