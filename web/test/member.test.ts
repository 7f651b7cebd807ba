import { describe, expect, it } from 'vitest'
import { centreMenu, framed, holds, leadsTo } from '@/features/member/menu'
import type { MemberRule } from '@/shared/session/member'

const rule = (id: number, more: Partial<MemberRule>): MemberRule => ({
  id,
  type: 'menu',
  title: `rule ${id}`,
  name: '',
  path: '',
  menu_type: 'tab',
  ...more,
})
const shop = 'https://shop.example.com/a?b=1'
const menus = [
  rule(1, {
    type: 'menu_dir',
    children: [
      rule(2, { path: 'account/overview' }),
      rule(3, { path: 'account/unknown' }),
      rule(4, { type: 'button', path: 'account/profile' }),
    ],
  }),
  rule(5, {
    type: 'menu_dir',
    children: [
      rule(6, { menu_type: 'iframe', url: shop }),
      rule(7, { menu_type: 'link', url: 'https://help.example.com' }),
      rule(8, { menu_type: 'link', url: 'javascript:alert(1)' }),
    ],
  }),
  rule(9, { type: 'menu_dir', children: [rule(10, { menu_type: 'iframe', url: '//nowhere' })] }),
]

describe('the menu of the member centre', () => {
  it('has what leads somewhere', () => {
    expect(centreMenu(menus).map(({ id, items }) => [id, items.map((item) => item.to ?? item.href)])).toEqual(
      [
        [1, ['/user/account/overview']],
        [5, [expect.stringMatching(/^\/user\/iframe\/https%3A/), 'https://help.example.com']],
      ],
    )
    expect([holds(menus, 'overview'), holds(menus, 'profile')]).toEqual([true, false])
  })
  it('frames only what it names', () => {
    const path = centreMenu(menus)[1]?.items[0]?.to ?? ''
    expect(path).not.toContain('.')
    expect(framed(menus, path)?.url).toBe(shop)
    expect(framed(menus, `/user/iframe/${encodeURIComponent(shop)}`)?.url).toBe(shop)
    for (const other of ['/user/iframe/https%3A%2F%2Fevil.example', '/user/iframe/%', '/user/iframe/', '/x'])
      expect(framed(menus, other)).toBeNull()
  })
  it('is where one may begin', () => {
    expect(leadsTo(menus, '/user/account/balance')).toBe(true)
    expect(leadsTo(menus, `/user/iframe/${encodeURIComponent(shop)}`)).toBe(true)
    expect(leadsTo(menus, '/user/account/../../admin')).toBe(false)
  })
})
