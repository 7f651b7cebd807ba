import { createInstance } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { placeInSkus } from '@/features/shopAdmin/goods/place'
import { emptySku } from '@/features/shopAdmin/goods/spec'
import en from '@/shared/i18n/en/shopAdmin'

const state = {
  groups: [{ id: 'g', name: 'Colour', values: [{ id: 'r', text: 'Red', image: '' }] }],
  skus: [emptySku(['r'])],
}

const texts = createInstance()
beforeAll(() => texts.init({ lng: 'en', resources: { en: { translation: en } } }))

describe('the place of an error among SKUs', () => {
  test('names the SKU and the figure', () => {
    expect(placeInSkus('skus[0].price', state, texts.t)).toBe('Red · Price')
    expect(placeInSkus('skus[0].sku_code', state, texts.t)).toBe('Red · SKU code')
    expect(placeInSkus('skus[0]', state, texts.t)).toBe('Red')
  })

  test('is silent about other fields and SKUs that are not there', () => {
    expect(placeInSkus('name', state, texts.t)).toBeUndefined()
    expect(placeInSkus('skus[4].price', state, texts.t)).toBeUndefined()
    expect(placeInSkus('skus[0].price', '', texts.t)).toBeUndefined()
  })

  test('of a single SKU names the figure alone', () => {
    expect(placeInSkus('skus[0].weight', { groups: [], skus: [emptySku()] }, texts.t)).toBe('Weight kg')
  })
})
