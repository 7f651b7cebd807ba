import { ADMIN_BASE } from '@/shared/base'
import { outdated } from './answering'
import { RECALLED } from './recalled'

/** Where the build puts the service worker (`handheldWorker.ts`). */
const WORKER = '/handheld-worker.js'
/** Pause where the browser does not say when a page is idle, in milliseconds. */
const IDLE_MS = 3_000

let asked = false

/** A worker that is there is not asked to update: browsers look for its next version at each load of a page in its scope. */
async function register(): Promise<void> {
  await navigator.serviceWorker.register(WORKER, { scope: `${ADMIN_BASE}/`, updateViaCache: 'none' })
}

/** A recalled worker goes by itself; this helps a browser that hangs at reading the new one. */
async function unregister(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  const own = registrations.filter(({ active }) => active?.scriptURL.endsWith(WORKER))
  await Promise.all(own.map((registration) => registration.unregister()))
  const names = outdated(await caches.keys(), null)
  await Promise.all(names.map((name) => caches.delete(name)))
}

/**
 * Makes the browser keep the files of the handheld page, once the page is idle. Browsers have service workers on https and
 * on the machine itself only; elsewhere nothing happens.
 */
export function openWithoutSignal(): void {
  if (asked || process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return
  asked = true
  // Without a signal, or from a folder that has no worker, it is tried at the next load.
  const start = (): void => void (RECALLED ? unregister() : register()).catch(() => undefined)
  const idle = (): void => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(start)
    else setTimeout(start, IDLE_MS)
  }
  if (document.readyState === 'complete') idle()
  else window.addEventListener('load', idle, { once: true })
}
