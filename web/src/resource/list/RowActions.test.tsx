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
  const { shown, rest } = arranged(actions, { id: 1 })
  return [shown.map(({ key }) => key).join(' '), rest.map(({ key }) => key).join(' ')]
}

it('shows three actions, or two and a menu', () => {
  expect(keys(action('a'), action('b'), action('c'))).toEqual(['a b c', ''])
  expect(keys(action('a'), action('b'), action('c'), action('d'))).toEqual(['a b', 'c d'])
  expect(keys(action('a'), action('b'), action('c', { when: () => false }))).toEqual(['a b', ''])
})

it('keeps in the menu what belongs there, however few there are', () => {
  expect(keys(action('a'), action('b'), action('close', { inMenu: true }))).toEqual(['a b', 'close'])
  expect(keys(action('close', { inMenu: true }), action('a'))).toEqual(['a', 'close'])
})
