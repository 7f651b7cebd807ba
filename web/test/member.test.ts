import { describe, expect, it } from 'vitest'
import {
  centreLoading,
  centreMenu,
  centreRoute,
  framed,
  holds,
  leadsTo,
  loadingTarget,
  siteItems,
  siteRoute,
} from '@/shared/session/memberRules'
import type { MemberRule } from '@/shared/session/member'
import { holdsNode, nodeMap } from '@/shared/session/nodes'

const rule = (id: number, more: Partial<MemberRule>): MemberRule => ({
  id,
  type: 'menu',
  title: `rule ${id}`,
  name: `rule/${id}`,
  path: '',
  menu_type: 'tab',
  extend: 'none',
  ...more,
})
const page = (id: number, name: string, more: Partial<MemberRule> = {}): MemberRule =>
  rule(id, {
    path: `account/${name}`,
    name: `account/${name}`,
    component: `/src/views/frontend/user/account/${name}.vue`,
    ...more,
  })
const shop = 'https://shop.example.com/a?b=1'
const hidden = 'https://hidden.example.com/'
const menus = [
  rule(1, {
    type: 'menu_dir',
    children: [
      page(2, 'overview', {
        children: [rule(20, { type: 'button', name: 'account/overview/export' })],
      }),
      page(3, 'unknown'),
      rule(4, { type: 'button', path: 'account/profile' }),
      // Its own path, and a directory within the directory.
      rule(40, {
        type: 'menu_dir',
        children: [page(41, 'integral', { path: 'points?tab=all' })],
      }),
      page(42, 'balance', { extend: 'add_rules_only' }),
      page(43, 'notifications', { extend: 'add_menu_only' }),
      rule(44, { path: 'account/profile' }),
    ],
  }),
  rule(5, {
    type: 'menu_dir',
    children: [
      rule(6, { menu_type: 'iframe', url: shop }),
      rule(7, { menu_type: 'link', url: 'https://help.example.com' }),
      rule(8, { menu_type: 'link', url: 'javascript:alert(1)' }),
      rule(60, { menu_type: 'iframe', url: hidden, extend: 'add_rules_only' }),
    ],
  }),
  rule(9, { type: 'menu_dir', children: [rule(10, { menu_type: 'iframe', url: '//nowhere' })] }),
]

describe('the menu of the member centre', () => {
  it('has what leads somewhere, and what is not only a route', () => {
    expect(centreMenu(menus).map(({ id, items }) => [id, items.map((item) => item.to ?? item.href)])).toEqual(
      [
        [1, ['/user/account/overview', '/user/points?tab=all', '/user/account/notifications']],
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
    expect(framed(menus, `/user/iframe/${encodeURIComponent(hidden)}`)?.url).toBe(hidden)
    for (const other of ['/user/iframe/https%3A%2F%2Fevil.example', '/user/iframe/%', '/user/iframe/', '/x'])
      expect(framed(menus, other)).toBeNull()
  })
  it.each([
    ['/user/account/overview', 'overview'],
    ['/USER/Account/overview/', 'overview'],
    ['/user/points', 'integral'],
    ['/user/account/balance', 'balance'],
    ['/user/account/notifications', undefined],
    ['/user/account/profile', undefined],
    ['/user/account/../../admin', undefined],
    ['/user/%E0%A4%A', undefined],
  ])('puts at %s the page %s', (path, found) => {
    expect(centreRoute(menus, path)).toBe(found)
    expect(leadsTo(menus, path)).toBe(found !== undefined)
  })
})

describe('pages of the shop in the centre', () => {
  it('stand in a folder of their own', () => {
    const address = rule(1, { path: 'shop/address', component: '/src/views/frontend/user/shop/address.vue' })
    const shopMenu = [rule(9, { type: 'menu_dir', children: [address] })]
    expect(centreRoute(shopMenu, '/user/shop/address')).toBe('shop/address')
    expect(holds(shopMenu, 'shop/address')).toBe(true)
    expect(loadingTarget(shopMenu, undefined)).toBe('/user/shop/address')
    const said = rule(2, { path: 'shop/evaluate', component: '/src/views/frontend/user/shop/evaluate.vue' })
    expect(centreRoute([said], '/user/shop/evaluate')).toBe('shop/evaluate')
  })
})

describe('the loading route of the centre', () => {
  const led = (pathname: string, search = ''): string => {
    const path = centreLoading(pathname, search)
    expect(path).not.toContain('.')
    return loadingTarget(menus, decodeURIComponent(path.slice('/user/loading/'.length)))
  }
  it('keeps path and query', () => {
    expect(led('/user/account/balance', '?page=2&memo=a.b')).toBe('/user/account/balance?page=2&memo=a.b')
    expect(led(`/user/iframe/${encodeURIComponent(shop)}`)).toBe(`/user/iframe/${encodeURIComponent(shop)}`)
  })
  it('turns away from what one may not see, and from what is not there', () => {
    expect(led('/user/account/profile')).toBe('/401')
    expect(led('/user/shop/address')).toBe('/401')
    expect(led('/user/nowhere', '?x=1')).toBe('/404')
    expect(led('/user/iframe/https%3A%2F%2Fevil.example')).toBe('/404')
  })
  it('begins with the first page of the menu', () => {
    for (const parameter of [undefined, '', 'no json', '{"path":7}', '{"path":"/admin/x"}'])
      expect(loadingTarget(menus, parameter)).toBe('/user/account/overview')
    for (const path of ['/user/loading', '/user/loading/again', '/user//evil.example'])
      expect(loadingTarget(menus, JSON.stringify({ path }))).toBe('/user/account/overview')
    expect(loadingTarget([], undefined)).toBe('/401')
  })
})

describe('rules of the site', () => {
  const view = (name: string): string => `/src/views/frontend/${name}.vue`
  const rules = [
    rule(1, { type: 'nav', path: 'our-cases', component: view('cases/index') }),
    rule(2, {
      type: 'nav',
      title: 'More',
      menu_type: null,
      children: [
        rule(3, { type: 'nav', menu_type: 'link', url: 'https://help.example.com' }),
        rule(4, { type: 'nav', menu_type: 'iframe', url: shop }),
        rule(5, { type: 'route', path: 'begin', component: view('index') }),
      ],
    }),
    rule(6, { type: 'nav', path: 'nothing', component: view('unheard') }),
    rule(7, { type: 'nav', path: 'quiet', component: view('help'), extend: 'add_rules_only' }),
    rule(8, { type: 'nav', path: 'shown', component: view('about'), extend: 'add_menu_only' }),
    rule(9, { type: 'nav_user_menu', path: 'mine', component: view('trial') }),
    page(10, 'overview', { type: 'nav_user_menu', path: 'user/account/overview' }),
    rule(11, { type: 'button', path: 'pressed', component: view('help') }),
  ]
  it('fill the header', () => {
    const leads = siteItems(rules, 'nav').map(({ to, href, items }) => [
      to ?? href,
      items.map((item) => item.to ?? item.href),
    ])
    expect(leads).toEqual([
      ['/our-cases', []],
      [undefined, ['https://help.example.com', expect.stringMatching(/^\/user\/iframe\//)]],
      ['/shown', []],
    ])
  })
  it("fill the member's own menu", () => {
    expect(siteItems(rules, 'nav_user_menu').map(({ to }) => to)).toEqual(['/mine', '/user/account/overview'])
  })
  it.each([
    ['/our-cases', 'cases'],
    ['/begin', 'home'],
    ['/quiet', 'help'],
    ['/mine/', 'trial'],
    ['/shown', undefined],
    ['/nothing', undefined],
    ['/pressed', undefined],
    ['/user/account/overview', undefined],
  ])('put at %s the page %s', (path, found) => {
    expect(siteRoute(rules, path)).toBe(found)
  })
  it('frame what they name', () => {
    expect(framed(rules, `/user/iframe/${encodeURIComponent(shop)}`)?.title).toBe('rule 4')
  })
  it('grant nodes by route', () => {
    const map = nodeMap([...rules, ...menus])
    expect(map['account/overview']).toEqual(['account/overview/export'])
    expect(holdsNode(map, 'account/Overview/export')).toBe(true)
    expect(holdsNode(map, 'account/notifications')).toBe(true)
    expect(holdsNode(map, 'account/profile')).toBe(false)
  })
})
