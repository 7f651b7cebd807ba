/**
 * The service worker: opens the handheld page without a signal. The network always has the first word about the page, so a
 * new build is taken at the next load with a signal. The cache has the files of one build, and no answer of the API.
 */
import { cacheOf, kindOf, networkFirst, outdated, type Build } from './answering'
import { RECALLED } from './recalled'

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface AskedEvent extends LastingEvent {
  request: Request
  respondWith(answer: Promise<Response>): void
}
/** The part of `ServiceWorkerGlobalScope` that is used: its types and those of pages exclude each other. */
interface WorkerScope {
  /** Set by the build, in front of this script. */
  build: Build
  registration: { scope: string; unregister(): Promise<boolean> }
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', handle: (event: LastingEvent) => void): void
  addEventListener(type: 'fetch', handle: (event: AskedEvent) => void): void
}

const worker = self as unknown as WorkerScope

async function dropCaches(kept: Build | null): Promise<void> {
  const names = outdated(await caches.keys(), kept)
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** The page as it is in the cache of this build. */
async function keptPage(): Promise<Response | undefined> {
  const cache = await caches.open(cacheOf(worker.build))
  // The page varies by language for search engines only.
  return cache.match(worker.registration.scope, { ignoreVary: true })
}

/** Reads the page and its files; all of them or none. */
async function fill(): Promise<void> {
  const { build, registration } = worker
  const name = cacheOf(build)
  try {
    const cache = await caches.open(name)
    await cache.addAll([...build.files])
    const headers = { accept: 'text/html' }
    const page = await fetch(registration.scope, { headers, cache: 'no-store' })
    // A node with another build would answer a page whose files are not here.
    if (!page.ok || page.redirected || !(await page.clone().text()).includes(build.entry))
      throw new Error('the page is not of this build')
    await cache.put(registration.scope, page)
  } catch (cause) {
    await caches.delete(name)
    throw cause
  }
}

async function fileAnswer(request: Request): Promise<Response> {
  const cache = await caches.open(cacheOf(worker.build))
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request)
}

function serve(): void {
  const files = new Set(worker.build.files)
  worker.addEventListener('install', (event) => event.waitUntil(fill().then(() => worker.skipWaiting())))
  worker.addEventListener('activate', (event) =>
    event.waitUntil(dropCaches(worker.build).then(() => worker.clients.claim())),
  )
  worker.addEventListener('fetch', (event) => {
    const { request } = event
    const kind = kindOf(request, worker.registration.scope, files)
    if (kind === 'page') event.respondWith(networkFirst(fetch(request), keptPage))
    else if (kind === 'file') event.respondWith(fileAnswer(request))
  })
}

/** Removes what earlier workers left, and this one with it. */
function leave(): void {
  worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
  worker.addEventListener('activate', (event) =>
    event.waitUntil(dropCaches(null).then(() => worker.registration.unregister())),
  )
}

if (RECALLED) leave()
else serve()
