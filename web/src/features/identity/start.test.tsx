import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearSession, keepTokens, rememberSession, session, startSession } from '@/shared/session/store'
import { answerCalls } from '../../../test/page'
import { PATIENCE_MS, start } from './api'

const MENUS = [
  { id: 1, pid: 0, type: 'menu', title: 'Handheld', name: 'warehouse/clerk' },
  { id: 2, pid: 0, type: 'menu', title: 'Goods', name: 'warehouse/product' },
]
const ANSWER = {
  menus: MENUS,
  adminInfo: { id: 7, username: 'ann', nickname: 'Ann', avatar: '', last_login_time: '', super: false },
  unusableNodes: [],
  narrowedNodes: [],
  siteConfig: { siteName: 'Depot', upload: {} },
}

beforeEach(() => {
  clearSession()
  keepTokens('token', '')
  startSession(ANSWER as never)
  rememberSession()
  session.menus = []
  session.admin = null
})
afterEach(() => void vi.useRealTimers())

describe('the start of the back office', () => {
  it('takes the menus that the node answers', async () => {
    answerCalls(() => ANSWER)
    await start()
    expect([session.remembered, session.menus.length, session.siteName]).toEqual([false, 2, 'Depot'])
  })

  it('takes the handheld page that was remembered where there is no signal, and the menus later', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')))
    await start()
    expect([session.remembered, session.menus.length, session.admin?.id]).toEqual([true, 1, 7])
    await start()
    expect(session.remembered).toBe(true)
    answerCalls(() => ANSWER)
    await start()
    expect([session.remembered, session.menus.length]).toEqual([false, 2])
  })

  it('does not wait for menus that are slow', async () => {
    vi.useFakeTimers()
    let answer: (value: unknown) => void = () => undefined
    answerCalls(() => new Promise((done) => (answer = done)))
    const started = start()
    await vi.advanceTimersByTimeAsync(PATIENCE_MS)
    expect(session.remembered).toBe(true)
    answer(ANSWER)
    await started
    expect([session.remembered, session.menus.length]).toEqual([false, 2])
  })

  it('believes the node when it refuses', async () => {
    answerCalls(() => ({ code: 0, msg: 'No', data: null }))
    await expect(start()).rejects.toThrow('No')
    expect(session.remembered).toBe(false)
  })

  it('says that there is no signal where nothing was remembered', async () => {
    clearSession()
    keepTokens('token', '')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')))
    await expect(start()).rejects.toThrow()
    expect(session.menus).toEqual([])
  })
})
