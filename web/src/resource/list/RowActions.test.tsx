import { expect, it } from 'vitest'
import type { RowAction } from '../types'
import { arranged } from './RowActions'

const action = (key: string, more: Partial<RowAction<{ id: number }>> = {}) => ({
  key,
  label: key,
  run: () => undefined,
  ...more,
})
const keys = (...actions: RowAction<{ id: number }>[]) => {
  const { next, rest } = arranged(actions, { id: 1 })
  return [next?.key, rest.map(({ key }) => key).join(' ')]
}

it('shows the first possible step, and the others in the menu', () => {
  expect(keys(action('a'), action('b'), action('c'))).toEqual(['a', 'b c'])
  expect(keys(action('a', { when: () => false }), action('b'))).toEqual(['b', ''])
})

it('shows no way elsewhere, nothing that is seldom done and nothing that destroys', () => {
  expect(keys(action('stock', { link: true }), action('a'), action('del', { danger: true }))).toEqual([
    'a',
    'stock del',
  ])
  expect(keys(action('close', { inMenu: true }), action('del', { danger: true }))).toEqual([
    undefined,
    'close del',
  ])
})
