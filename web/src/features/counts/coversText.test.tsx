import { beforeAll, expect, it } from 'vitest'
import i18n, { loadTexts } from '@/shared/i18n'
import { coversText } from './coversText'

beforeAll(() => loadTexts('counts'))

const ALL = { area_ids: [], category_ids: [], product_ids: [], moved_days: null }

it('says what a sheet is limited to', () => {
  const text = (covers: object) => coversText(i18n.t, { covers: { ...ALL, ...covers } })
  expect(text({})).toBe('The whole warehouse')
  expect(text({ area_ids: [3], moved_days: 7 })).toBe('1 area · what moved in the last 7 days')
  expect(text({ category_ids: [1, 2], product_ids: [5] })).toBe('2 categories · 1 product')
})
