import { beforeAll, expect, it } from 'vitest'
import i18n, { loadTexts, setLanguage } from '@/shared/i18n'
import { coversText } from './coversText'

beforeAll(() => loadTexts('counts', 'resource'))

const ALL = { area_ids: [], category_ids: [], product_ids: [], moved_days: null }
const NAMELESS = { areas: [], categories: [], products: [] }

const text = (covers: object, names: object = {}) =>
  coversText(i18n.t, { covers: { ...ALL, ...covers }, limit_names: { ...NAMELESS, ...names } })

it('names what a sheet is limited to', () => {
  expect(text({})).toBe('The whole warehouse')
  expect(text({ area_ids: [3], moved_days: 7 }, { areas: ['Hall'] })).toBe(
    'Area: Hall · what moved in the last 7 days',
  )
  expect(
    text({ category_ids: [1, 2], product_ids: [5] }, { categories: ['Tea', 'Ink'], products: ['Pen'] }),
  ).toBe('Categories: Tea, Ink · Product: Pen')
})

it('counts what it does not name', () => {
  expect(text({ category_ids: [1, 2, 3, 4, 5] }, { categories: ['Tea', 'Ink'] })).toBe(
    'Categories: Tea, Ink and 3 more',
  )
  expect(text({ category_ids: [1], product_ids: [5, 6] })).toBe('1 category · 2 products')
  expect(coversText(i18n.t, { covers: { ...ALL, area_ids: [3, 4] } })).toBe('2 areas')
})

it('names it in Chinese', async () => {
  await setLanguage('zh-CN')
  expect(text({ category_ids: [1, 2, 3] }, { categories: ['茶', '墨'] })).toBe('分类：茶、墨 等另外 1 条')
  await setLanguage('en')
})
