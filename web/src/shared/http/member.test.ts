import { beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, type Call } from '../../../test/page'
import { forgetMember, keepMember, member } from '@/shared/session/member'
import { memberHttp, startSite } from './member'

const ann = { id: 7, username: 'ann', nickname: 'Ann' }
const start = (userInfo: object): object => ({
  site: {},
  openMemberCenter: true,
  userInfo,
  rules: [],
  menus: [],
})
const renewal = { code: 1, msg: '', data: { type: 'user-refresh', token: 'new', refresh_token: 'r2' } }

/** A node whose site begins for a guest until the token is new, and whose cart asks for a refresh. */
const returning = ({ path }: Call): unknown => {
  if (path === '/api/common/refreshToken') return renewal
  if (path === '/api/index/index') return start(member.token === 'new' ? ann : {})
  return member.token === 'new' ? { list: [] } : { code: 409, msg: '', data: [] }
}

beforeEach(() => {
  forgetMember()
  member.known = false
  keepMember('old', 'r1')
})

it('shows who came back once another call has refreshed the token', async () => {
  const calls = answerCalls(returning)
  await startSite(false)
  expect(member.info).toBeNull()
  await memberHttp.get('/api/shop.Cart/index')
  await vi.waitFor(() => expect(member.info?.username).toBe('ann'))
  expect(calls.filter(({ path }) => path === '/api/index/index')).toHaveLength(2)
})

it('does not take a guest’s answer that comes after the refresh', async () => {
  let arrive: (data: object) => void = () => undefined
  let asked = 0
  answerCalls((call) => {
    if (call.path !== '/api/index/index') return returning(call)
    asked += 1
    return asked === 1 ? new Promise((done) => (arrive = done)) : start(ann)
  })
  const site = startSite(false)
  await memberHttp.get('/api/shop.Cart/index')
  arrive(start({}))
  await site
  expect(member.info?.username).toBe('ann')
})

it('asks once for a guest without a token', async () => {
  forgetMember()
  const calls = answerCalls(returning)
  await startSite(false)
  expect(calls).toHaveLength(1)
  expect(member.known && member.info === null).toBe(true)
})
