import { beforeEach, describe, expect, it } from 'vitest'
import {
  clearSession,
  forgetSession,
  keepTokens,
  rememberSession,
  restoreSession,
  session,
  startSession,
  type MenuRule,
} from './store'

const rule = (name: string, type = 'menu', children: MenuRule[] = []): MenuRule => ({
  id: 1,
  pid: 0,
  type,
  title: name,
  name,
  children,
})
const MENUS = [
  rule('warehouse', 'menu_dir', [
    rule('warehouse/clerk'),
    rule('warehouse/inboundOrder', 'menu', [rule('warehouse/inboundOrder/stock', 'button')]),
  ]),
  rule('auth/admin', 'menu', [rule('auth/admin/add', 'button')]),
]
const admin = (id: number) => ({
  id,
  username: `u${id}`,
  nickname: `U${id}`,
  avatar: '',
  last_login_time: '',
  super: false,
})
const start = (id: number, menus = MENUS): void =>
  startSession({ menus, adminInfo: admin(id), unusableNodes: [], narrowedNodes: [] } as never)

/** A reload without a signal: only the tokens are there. */
function reload(): void {
  session.admin = null
  session.menus = []
  session.permissions = {}
  session.remembered = false
}

beforeEach(() => {
  clearSession()
  keepTokens('token', 'refresh')
})

describe('a session without a signal', () => {
  it('has the handheld page and the rights in warehouses of whoever used it', () => {
    start(7)
    rememberSession()
    reload()
    expect(restoreSession()).toBe(true)
    expect(session.remembered).toBe(true)
    expect(session.admin?.id).toBe(7)
    expect(session.menus.map(({ name }) => name)).toEqual(['warehouse/clerk'])
    expect(JSON.stringify(session.permissions)).toContain('warehouse/inboundorder/stock')
    expect(JSON.stringify(session.permissions)).not.toContain('auth')
    expect(JSON.stringify(localStorage.getItem('adminHandheld'))).not.toMatch(/token|refresh/)
  })

  it('is whole again with the next answer of the node', () => {
    start(7)
    rememberSession()
    reload()
    restoreSession()
    start(7)
    expect(session.remembered).toBe(false)
    expect(session.menus).toHaveLength(2)
  })

  it('is not there for those who have not opened the page, or have no right to it', () => {
    start(7)
    reload()
    expect(restoreSession()).toBe(false)
    start(7, [rule('auth/admin')])
    rememberSession()
    reload()
    expect(restoreSession()).toBe(false)
  })

  it('loses the page with the right to it, and belongs to who signed in last', () => {
    start(7)
    rememberSession()
    start(8)
    reload()
    restoreSession()
    expect(session.admin?.id).toBe(8)
    start(8, [rule('auth/admin')])
    reload()
    expect(restoreSession()).toBe(false)
  })

  it('ends at sign-out and at the next sign-in', () => {
    for (const end of [clearSession, forgetSession]) {
      keepTokens('token', 'refresh')
      start(7)
      rememberSession()
      reload()
      end()
      keepTokens('another token', '')
      expect(restoreSession()).toBe(false)
    }
  })

  it('needs a token', () => {
    start(7)
    rememberSession()
    reload()
    keepTokens('', '')
    expect(restoreSession()).toBe(false)
  })
})
