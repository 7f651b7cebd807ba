import { http } from '@/shared/http'

export const CACHES = ['system', 'browser', 'all'] as const
export type Cache = (typeof CACHES)[number]

/** Kept, so that the user stays logged in. */
const KEPT = new Set(['adminInfo', 'userInfo', 'adminLock'])

function clearBrowser(): void {
  for (const key of Object.keys(localStorage)) if (!KEPT.has(key)) localStorage.removeItem(key)
  sessionStorage.clear()
}

/** The server's caches, this browser's, or both; what the browser kept is loaded again. */
export async function clearCache(cache: Cache): Promise<void> {
  if (cache !== 'browser')
    await http.post('/admin/ajax/clearCache', { type: cache === 'all' ? 'all' : 'tp' }, { announce: true })
  if (cache === 'system') return
  clearBrowser()
  location.reload()
}
