import { useSnapshot } from 'valtio'
import { may, session } from '@/shared/session/store'
import { lazyPage } from './lazyPage'
import type { PageRoute } from './pages'
import { Waited } from './Waited'

const Denied = lazyPage(() => import('@/features/public/DeniedPage'))

/** A page is only there for whom the server's menus name it. */
export function Guarded({ page }: { page: PageRoute }) {
  const { permissions } = useSnapshot(session)
  const allowed = may(permissions, page.rule) && (!page.needs || may(permissions, page.needs))
  return <Waited>{allowed ? <page.Component /> : <Denied />}</Waited>
}
