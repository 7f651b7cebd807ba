import { prefetchInit } from '@/features/identity'
import { isAdminPath } from '@/shared/base'
import { session } from '@/shared/session/store'
import { pageOf } from './pages'
import { Login, Shell } from './router'
import { adminPath, destination, LOADING, loadingParameter, LOGIN } from './routing/paths'

/** Longest time to wait for the rows of a page before it is drawn without them. */
const PATIENCE_MS = 500

/** The page that an address leads to: its path below the base path, and its query. */
function target(pathname: string, search: string): [view: string, search: string] {
  const to = pathname.startsWith(`${LOADING}/`) ? destination(loadingParameter(pathname)) : pathname + search
  const [path = '', asked = ''] = (to ?? '').split('?')
  return [path.slice(adminPath('').length), asked]
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Loads in parallel what the address needs; resolves once its page can be drawn whole, or at least its frame. */
export async function prefetch({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  if (pathname === LOGIN) return Login.prefetch()
  if (!isAdminPath(pathname) || !session.token) return
  prefetchInit()
  const [component, asked] = target(pathname, search)
  const page = pageOf({ name: '', component })
    ?.prefetch?.(new URLSearchParams(asked))
    .catch(() => undefined)
  await Shell.prefetch()
  await Promise.race([page, pause(PATIENCE_MS)])
}
