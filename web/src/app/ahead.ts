import { initAhead } from '@/features/identity'
import { isAdminPath } from '@/shared/base'
import { session } from '@/shared/session/store'
import { pageOf } from './pages'
import { Login, Shell } from './router'
import { adminPath, destination, LOADING, loadingParameter, LOGIN } from './routing/paths'

/** A page that is only waiting for its rows is drawn without them after this long. */
const PATIENCE_MS = 500

/** Where an address leads: its path below the entrance, and what it asks. */
function led(pathname: string, search: string): [view: string, search: string] {
  const to = pathname.startsWith(`${LOADING}/`) ? destination(loadingParameter(pathname)) : pathname + search
  const [path = '', asked = ''] = (to ?? '').split('?')
  return [path.slice(adminPath('').length), asked]
}

const waited = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Asks side by side for all that the address will need; answers once its page can be drawn whole, or its frame. */
export async function ahead({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  if (pathname === LOGIN) return Login.ahead()
  if (!isAdminPath(pathname) || !session.token) return
  initAhead()
  const [component, asked] = led(pathname, search)
  const page = pageOf({ name: '', component })
    ?.ahead?.(new URLSearchParams(asked))
    .catch(() => undefined)
  await Shell.ahead()
  await Promise.race([page, waited(PATIENCE_MS)])
}
