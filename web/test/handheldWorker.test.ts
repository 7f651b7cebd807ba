import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const BUILD = { version: 'b', files: ['/static/js/index.1.js'], entry: '/static/js/index.1.js' }
const SCOPE = 'https://depot.example/admin/'
const PAGE = '<script defer src="/static/js/index.1.js"></script>'

type Handle = (event: { waitUntil: (work: Promise<unknown>) => void }) => void

/** The part of a browser that the worker uses. */
function browser(page: string) {
  const handles = new Map<string, Handle>()
  const stored = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const one = stored.get(name) ?? new Map<string, Response>()
    stored.set(name, one)
    return {
      addAll: async (paths: string[]) => paths.forEach((path) => one.set(path, new Response(''))),
      put: async (path: string, answer: Response) => void one.set(path, answer),
      match: async (path: string) => one.get(path),
    }
  }
  const scope = {
    build: BUILD,
    registration: { scope: SCOPE, unregister: vi.fn(() => Promise.resolve(true)) },
    clients: { claim: vi.fn(() => Promise.resolve()) },
    skipWaiting: vi.fn(() => Promise.resolve()),
    addEventListener: (type: string, handle: Handle) => void handles.set(type, handle),
  }
  vi.stubGlobal('self', scope)
  vi.stubGlobal('caches', {
    open,
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(page)))
  const happens = async (type: string): Promise<void> => {
    const works: Promise<unknown>[] = []
    handles.get(type)?.({ waitUntil: (work) => void works.push(work) })
    await Promise.all(works)
  }
  return { scope, stored, handles, open, happens }
}

beforeEach(() => void vi.resetModules())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('@/shared/offline/recalled')
})

describe('the service worker', () => {
  it('keeps the files of its build and deletes those of others', async () => {
    const { scope, stored, open, happens } = browser(PAGE)
    await open('handheld a')
    await import('@/shared/offline/worker')
    await happens('install')
    expect(scope.skipWaiting).toHaveBeenCalled()
    await happens('activate')
    expect([...stored.keys()]).toEqual(['handheld b'])
    expect([...stored.get('handheld b')!.keys()]).toEqual(['/static/js/index.1.js', SCOPE])
    expect(scope.clients.claim).toHaveBeenCalled()
  })

  it('is not installed with the page of another build', async () => {
    const { scope, stored, open, happens } = browser(PAGE.replace('index.1', 'index.2'))
    await open('handheld a')
    await import('@/shared/offline/worker')
    await expect(happens('install')).rejects.toThrow('not of this build')
    expect([...stored.keys()]).toEqual(['handheld a'])
    expect(scope.skipWaiting).not.toHaveBeenCalled()
  })

  it('that is recalled deletes all caches, unregisters itself and answers nothing', async () => {
    vi.doMock('@/shared/offline/recalled', () => ({ RECALLED: true }))
    const { scope, stored, handles, open, happens } = browser(PAGE)
    await open('handheld a')
    await import('@/shared/offline/worker')
    await happens('install')
    await happens('activate')
    expect(stored.size).toBe(0)
    expect(scope.registration.unregister).toHaveBeenCalled()
    expect(handles.has('fetch')).toBe(false)
  })
})
