import { initAhead } from '@/features/identity'
import { isAdminPath } from '@/shared/base'
import { session } from '@/shared/session/store'
import { pageOf } from './pages'
import { Login, Shell } from './router'
import { adminPath, destination, LOADING, loadingParameter, LOGIN } from './routing/paths'

/** What a rule's component is called, from the path that the rule usually has. */
function viewAt(pathname: string): string {
  const led = pathname.startsWith(`${LOADING}/`) ? destination(loadingParameter(pathname)) : pathname
  return (led ?? '').split('?')[0]?.slice(adminPath('').length) ?? ''
}

/** Asks side by side for all that the address will need; answers once the first of it can be drawn. */
export function ahead(pathname: string): Promise<void> | undefined {
  if (pathname === LOGIN) return Login.ahead()
  if (!isAdminPath(pathname) || !session.token) return undefined
  initAhead()
  void pageOf({ name: '', component: viewAt(pathname) })?.ahead?.()
  return Shell.ahead()
}
