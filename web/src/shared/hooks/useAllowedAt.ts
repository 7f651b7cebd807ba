import { useSnapshot } from 'valtio'
import { allowsNode } from '@/shared/session/nodes'
import { session } from '@/shared/session/store'

/**
 * Does a warehouse allow `<page>/<action>` to the signed-in administrator; `null`: does each of them? Whether they hold
 * it at all is asked by `usePermission`. The server checks for itself.
 */
export function useAllowedAt(page: string): (action: string, warehouse: number | null) => boolean {
  const { narrowed } = useSnapshot(session)
  return (action, warehouse) => allowsNode(narrowed, `${page}/${action}`, warehouse)
}
