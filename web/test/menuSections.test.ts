import { expect, test } from 'vitest'
import { sectioned } from '@/app/routing/menuSections'
import { entries, visible } from '@/app/routing/rules'
import type { MenuRule } from '@/shared/session/store'

let id = 0
const page = (name: string, more: Partial<MenuRule> = {}): MenuRule => {
  id += 1
  return {
    id,
    pid: 0,
    type: 'menu',
    title: name,
    name,
    component: name,
    extend: 'none',
    children: [],
    ...more,
  }
}
const dir = (name: string, children: MenuRule[], more: Partial<MenuRule> = {}): MenuRule => ({
  ...page(name, more),
  type: 'menu_dir',
  children,
})
const names = (rules: readonly MenuRule[]): unknown[] =>
  rules.map(({ type, name, children }) => (type === 'menu_dir' ? [name, ...names(children ?? [])] : name))
const shown = (rules: MenuRule[]): unknown[] => names(visible(sectioned(rules, (key) => key)))

test('pages stand in sections, other directories and entries after them', () => {
  const menu = [
    page('dashboard'),
    dir('warehouse', [page('warehouse/product'), page('warehouse/inboundOrder'), page('warehouse/clerk')]),
    dir('shop', [dir('shop/order', [page('shop/order/order')])]),
    page('notification/index'),
  ]
  expect(shown(menu)).toEqual([
    'dashboard',
    ['section/work', 'warehouse/clerk', 'warehouse/inboundOrder'],
    ['section/masterData', 'warehouse/product'],
    ['shop', ['shop/order', 'shop/order/order']],
    'notification/index',
  ])
})

test('what an administrator has put elsewhere stays there', () => {
  const menu = [
    dir('warehouse', [page('warehouse/brand')]),
    dir('ours', [page('warehouse/product'), page('shop/goods/goods')]),
    page('warehouse/unit'),
  ]
  expect(shown(menu)).toEqual([
    ['section/masterData', 'warehouse/brand'],
    ['ours', 'warehouse/product', 'shop/goods/goods'],
    'warehouse/unit',
  ])
})

test('of two pages with the same rows one is in the menu, and both can be opened', () => {
  const members = dir('user', [page('user/user')])
  const shop = dir('shop', [dir('shop/user', [page('shop/user/user')])])
  expect(shown([shop, members])).toEqual([['section/members', 'user/user']])
  expect(shown([shop])).toEqual([['section/members', 'shop/user/user']])
  const open = entries(sectioned([shop, members], (key) => key)).map(({ name }) => name)
  expect(open.sort()).toEqual(['shop/user/user', 'user/user'])
})
