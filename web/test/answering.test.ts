import { afterEach, describe, expect, it, vi } from 'vitest'
import { cacheOf, kindOf, networkFirst, outdated } from '@/shared/offline/answering'

const SCOPE = 'https://depot.example/admin/'
const FILES = new Set(['/static/js/desk.0045d898e9.js'])
const asked = (path: string, mode = 'no-cors', method = 'GET') =>
  kindOf({ url: new URL(path, SCOPE).href, mode, method }, SCOPE, FILES)

describe('the service worker', () => {
  it('answers for pages of the back office and for the files of its build', () => {
    expect(asked('/admin/warehouse/clerk?task=receive', 'navigate')).toBe('page')
    expect(asked('/admin/loading/%7B%7D', 'navigate')).toBe('page')
    expect(asked('/static/js/desk.0045d898e9.js')).toBe('file')
  })

  it('has no business with public pages, calls of the API, downloads and other files', () => {
    for (const path of ['/', '/shop', '/user', '/administrator', '/admin'])
      expect(asked(path, 'navigate'), path).toBe('other')
    expect(asked('/admin/warehouse.Product/index', 'cors')).toBe('other')
    expect(asked('/admin/warehouse.Product/export?server=1', 'navigate')).toBe('other')
    expect(asked('/admin/warehouse/clerk', 'navigate', 'POST')).toBe('other')
    expect(asked('/static/js/desk.0045d898e9.js?other')).toBe('other')
    expect(asked('/static/js/site.3075ced5b7.js')).toBe('other')
    expect(asked('https://elsewhere.example/static/js/desk.0045d898e9.js')).toBe('other')
  })

  it('keeps the cache of its build, and leaves caches of others alone', () => {
    const names = [cacheOf({ version: 'a' }), cacheOf({ version: 'b' }), 'of somebody else']
    expect(outdated(names, { version: 'b' })).toEqual([cacheOf({ version: 'a' })])
    expect(outdated(names, null)).toEqual(names.slice(0, 2))
  })
})

describe('the network comes first', () => {
  afterEach(() => void vi.useRealTimers())
  const kept = () => Promise.resolve<string | undefined>('kept')
  const nothing = () => Promise.resolve<string | undefined>(undefined)

  it('and its answer is taken, also one that is no success', async () => {
    const looked = vi.fn(kept)
    expect(await networkFirst(Promise.resolve('503'), looked)).toBe('503')
    expect(looked).not.toHaveBeenCalled()
  })

  it('but where it fails, what was kept is answered', async () => {
    expect(await networkFirst(Promise.reject(new TypeError('network')), kept)).toBe('kept')
  })

  it('and where it is too slow', async () => {
    vi.useFakeTimers()
    const answer = networkFirst(new Promise<string>(() => undefined), kept, 4_000)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await answer).toBe('kept')
  })

  it('and has the last word where nothing was kept', async () => {
    const lost = new TypeError('network')
    await expect(networkFirst(Promise.reject(lost), nothing)).rejects.toBe(lost)
    await expect(networkFirst(Promise.reject(lost), () => Promise.reject(new Error()))).rejects.toBe(lost)
    const slow = new Promise<string>((done) => setTimeout(() => done('slow'), 20))
    expect(await networkFirst(slow, nothing, 1)).toBe('slow')
  })
})
