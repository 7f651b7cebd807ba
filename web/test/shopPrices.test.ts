import { expect, it } from 'vitest'
import { priceRange } from '@/features/shop/calls'

it('prices are put in order, and what is none is left out', () => {
  expect(priceRange('5', ' 20.50 ')).toEqual({ price_min: '5', price_max: '20.50' })
  expect(priceRange('20', '5')).toEqual({ price_min: '5', price_max: '20' })
  expect(priceRange('20', '')).toEqual({ price_min: '20', price_max: '' })
  expect(priceRange('-1', 'cheap')).toEqual({ price_min: '', price_max: '' })
})
