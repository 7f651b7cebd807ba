import { useSnapshot } from 'valtio'
import { hasPermission, session } from '@/shared/session/store'

/** Does the signed-in administrator hold `<page>/<action>`? The server checks for itself. */
export function usePermission(page: string): (action: string) => boolean {
  const { permissions } = useSnapshot(session)
  return (action) => hasPermission(permissions, `${page}/${action}`)
}
