import { beforeEach, describe, expect, it } from 'vitest'
import { pageOf } from '@/app/pages'
import { destination, framedUrl, iframePath, loadingPath } from '@/app/routing/paths'
import { entries, find, firstPage, permits, startPage, deniedPath, visible } from '@/app/routing/rules'
import { target } from '@/app/routing/useGo'
import { search } from '@/app/shell/search/pages'
import { close, closeAll, closeOthers, MAX_TABS, move, reload, tabs, visit } from '@/app/shell/tabs'
import { nodeMap } from '@/shared/session/nodes'
import { hasPermission, type MenuRule } from '@/shared/session/store'

let id = 0
const rule = (name: string, more: Partial<MenuRule> = {}): MenuRule => ({
  id: (id += 1),
  pid: 0,
  type: 'menu',
  menu_type: 'tab',
  title: name.toUpperCase(),
  name,
  path: name,
  url: '',
  component: `/src/views/backend/${name}/index.vue`,
  keepalive: name,
  extend: 'none',
  children: [],
  ...more,
})
const FRAMED = 'https://example.org/report.html?month=11'
const menus: MenuRule[] = [
  rule('empty', { type: 'menu_dir', component: '' }),
  rule('warehouse', {
    type: 'menu_dir',
    component: '',
    children: [
      rule('warehouse/inboundOrder', {
        children: [
          rule('warehouse/inboundOrder/audit', { type: 'button' }),
          rule('warehouse/inboundOrder/edit', { type: 'button' }),
        ],
      }),
      rule('warehouse/product', { keepalive: 0, extend: 'add_menu_only' }),
      rule('warehouse/unit', { extend: 'add_rules_only' }),
    ],
  }),
  rule('unheard/of/by/any'),
  rule('help', { menu_type: 'link', component: '', url: 'https://example.org/help' }),
  rule('report', { menu_type: 'iframe', component: '', url: FRAMED }),
]

describe('the menus the server sends', () => {
  it('lead to the same page by a folder and by a file of its own', () => {
    for (const name of ['dashboard', 'routine/adminInfo']) {
      const page = pageOf({ name, component: `/src/views/backend/${name}.vue` })
      expect(page).toBeDefined()
      expect(page).toBe(pageOf({ name, component: `/src/views/backend/${name}/index.vue` }))
    }
  })
  it('give permissions without regard to case', () => {
    expect(hasPermission(nodeMap(menus), 'warehouse/inboundorder/AUDIT')).toBe(true)
    expect(hasPermission(nodeMap(menus), 'warehouse/inboundOrder/void')).toBe(false)
    expect(hasPermission(nodeMap(menus), 'warehouse/inboundOrder')).toBe(true)
  })
  it('give the buttons of each route, and those that hang elsewhere', () => {
    expect(nodeMap(menus)['warehouse/inboundorder']).toEqual([
      'warehouse/inboundorder/audit',
      'warehouse/inboundorder/edit',
    ])
    const elsewhere = nodeMap([rule('a', { children: [rule('b/edit', { type: 'button' })] })])
    expect([hasPermission(elsewhere, 'b/edit'), hasPermission(elsewhere, 'b')]).toEqual([true, false])
    expect(hasPermission(nodeMap([]), 'constructor')).toBe(false)
  })
  it('show no buttons, no empty directories, no pages that are not there', () => {
    const shown = visible(menus)
    expect(shown.map(({ name }) => name)).toEqual(['warehouse', 'help', 'report'])
    expect(shown[0]?.children?.map(({ name }) => name)).toEqual([
      'warehouse/inboundOrder',
      'warehouse/product',
    ])
    expect(firstPage(shown)?.name).toBe('warehouse/inboundOrder')
  })
  it('become routes, but for links, menu entries only, and unknown components', () => {
    expect(entries(menus).map(({ name, keep, trail }) => [name, keep, trail])).toEqual([
      ['warehouse/inboundOrder', true, ['WAREHOUSE']],
      ['warehouse/unit', true, ['WAREHOUSE']],
      ['report', true, []],
    ])
  })
  it('find the page of an address, whatever its case', () => {
    const all = entries(menus)
    expect(find(all, '/admin/warehouse/inboundorder')?.entry.name).toBe('warehouse/inboundOrder')
    const editor = find(all, '/admin/warehouse/inboundOrder/edit/5')
    expect(editor).toMatchObject({
      inner: true,
      needs: ['warehouse/inboundOrder/edit', 'warehouse/inboundOrder/add'],
    })
    expect(find(all, '/admin/warehouse/inbound')).toBeNull()
    expect(find(all, '/admin/warehouse/product')).toBeNull()
  })
  it('let nobody onto a page without its button', () => {
    const editor = find(entries(menus), '/admin/warehouse/inboundOrder/edit/5')
    const creator = find(entries(menus), '/admin/warehouse/inboundOrder/create')
    expect(editor && permits(editor, nodeMap(menus))).toBe(true)
    expect(creator && permits(creator, nodeMap(menus))).toBe(false)
  })
  it.each([
    ['/admin/dashboard', '/401'],
    ['/admin/notification/index', '/401'],
    ['/admin/auth/group', '/401'],
    ['/admin/warehouse/outboundOrder/edit/7', '/401'],
    ['/admin/nowhere', '/404'],
    ['/admin/iframe/https%3A%2F%2Fevil.example', '/404'],
    ['/admin/auth/group/3/more', '/404'],
  ])('turn away who asks for %s', (path, to) => {
    expect(deniedPath(path, false)).toBe(to)
    expect(deniedPath(path, true)).toBe('/404')
  })
  it('begin with the first page there is', () => {
    expect(startPage(entries(menus), menus)?.home).toBe('/admin/warehouse/inboundOrder')
    const report = menus.filter(({ name }) => name === 'report' || name === 'help')
    expect(startPage(entries(report), report)?.home).toBe(iframePath(FRAMED))
    expect(startPage([], [])).toBeUndefined()
  })
})

describe('frames', () => {
  it('show what a rule names, and nothing else', () => {
    const all = entries(menus)
    expect(framedUrl(iframePath(FRAMED))).toBe(FRAMED)
    expect(find(all, iframePath(FRAMED))?.entry.name).toBe('report')
    expect(find(all, iframePath('https://evil.example/'))).toBeNull()
    expect(find(all, iframePath('javascript:alert(1)'))).toBeNull()
    expect(framedUrl('/admin/iframe/%E0%A4%A')).toBeNull()
  })
})

describe('the loading route', () => {
  const there = (pathname: string, query = ''): string | null =>
    destination(decodeURIComponent(loadingPath(pathname, query).replace('/admin/loading/', '')))
  it('carries path and query', () => {
    expect(loadingPath('/admin/x', '?order_no=A.1')).not.toContain('.')
    expect(there('/admin/warehouse/inboundOrder', '?status=0&order_no=A.1')).toBe(
      '/admin/warehouse/inboundOrder?status=0&order_no=A.1',
    )
    expect(there('/admin/dashboard')).toBe('/admin/dashboard')
  })
  it.each([
    undefined,
    '',
    'no json',
    '{"path":7}',
    '{"path":"https://evil.example/admin/"}',
    '{"path":"/admin//evil.example"}',
    '{"path":"/user/home"}',
    '{"path":"/admin/loading/again"}',
    '{"path":"/admin/login"}',
  ])('does not lead out or in a circle: %s', (parameter) => {
    expect(destination(parameter)).toBeNull()
  })
})

describe('where a menu item leads', () => {
  it.each([
    [rule('a'), { to: '/admin/a' }],
    [rule('a', { path: 'b?type=1' }), { to: '/admin/b?type=1' }],
    [menus[1], { to: '/admin/warehouse/inboundOrder' }],
    [rule('d', { type: 'menu_dir' }), { failure: 'noChild' }],
    [rule('l', { menu_type: 'link', url: 'https://example.org' }), { window: 'https://example.org' }],
    [rule('f', { menu_type: 'iframe' }), { failure: 'invalid' }],
    [rule('b', { type: 'button' }), { failure: 'unknownType' }],
    [rule('u', { menu_type: 'popup' as 'tab' }), { failure: 'unknownType' }],
  ])('%#', (one, expected) => {
    expect(target(one as MenuRule)).toEqual(expected)
  })
})

describe('menu search', () => {
  it('wants every word, in title, name or directory', () => {
    const all = entries(menus)
    expect(search(all, 'ware unit').map(({ name }) => name)).toEqual(['warehouse/unit'])
    expect(search(all, '').length).toBe(3)
    expect(search(all, 'nothing like it')).toEqual([])
  })
})

describe('tabs', () => {
  beforeEach(() => {
    tabs.open = []
  })
  const names = (): string => tabs.open.map(({ name }) => name).join('')
  it('remember where one was, and close to their neighbour but never the last', () => {
    visit('a', '/a')
    visit('b', '/b')
    visit('a', '/a?page=2')
    expect(tabs.open.map(({ to }) => to)).toEqual(['/a?page=2', '/b'])
    expect(close('b')).toBe('/a?page=2')
    expect(close('a')).toBeUndefined()
    visit('c', '/c')
    closeOthers('c')
    expect(names()).toBe('c')
  })
  it('go back to the first page when all are closed', () => {
    for (const name of ['a', 'b', 'c']) visit(name, `/${name}?x`)
    closeAll({ name: 'a', to: '/a' })
    expect(tabs.open.map(({ to }) => to)).toEqual(['/a?x'])
    visit('b', '/b')
    closeAll({ name: 'z', to: '/z' })
    expect(names()).toBe('z')
  })
  it('move within their bar and not beyond it', () => {
    for (const name of ['a', 'b', 'c']) visit(name, `/${name}`)
    expect(move('a', 2)).toBe(true)
    expect(names()).toBe('bca')
    expect(move('a', 3)).toBe(false)
    expect(move('b', -1)).toBe(false)
    expect(names()).toBe('bca')
  })
  it('count up to be drawn anew', () => {
    visit('a', '/a')
    reload('a')
    expect(tabs.open[0]?.revision).toBe(1)
  })
  it('are bounded', () => {
    for (let at = 0; at <= MAX_TABS; at += 1) visit(`t${at}`, '/')
    expect(tabs.open).toHaveLength(MAX_TABS)
    expect(tabs.open[0]?.name).toBe('t1')
  })
})
