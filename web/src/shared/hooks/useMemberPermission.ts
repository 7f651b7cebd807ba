import { useSnapshot } from 'valtio'
import { member } from '@/shared/session/member'
import { holdsNode } from '@/shared/session/nodes'

/** Does the signed-in member hold a node, `account/notifications`? The server checks for itself. */
export function useMemberPermission(): (node: string) => boolean {
  const { nodes } = useSnapshot(member)
  return (node) => holdsNode(nodes, node)
}
