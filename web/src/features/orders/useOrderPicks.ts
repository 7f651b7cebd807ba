import { useFetched } from '@/shared/hooks/useFetched'
import type { PickListData } from './beside'
import { findPicks } from './commands'
import type { Kind } from './kinds'
import type { Order } from './model'

/** What an open order takes from which places; nothing of one that takes none, or has taken all. */
export function useOrderPicks(kind: Kind, order: Order): PickListData | null {
  const asks = kind.picks && order.status < 2 && !order.delete_time && order.lines.length > 0
  const fetched = useFetched(`picks ${kind.url} ${order.id} ${order.version} ${asks}`, (signal) =>
    asks ? findPicks(kind.url, order.id, signal) : Promise.resolve(null),
  )
  return fetched.data
}
