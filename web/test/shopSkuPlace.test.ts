import { createInstance } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { placeInSkus, specFault } from '@/features/shopAdmin/goods/place'
import { emptySku } from '@/features/shopAdmin/goods/spec'
import resource from '@/shared/i18n/en/resource'
import en from '@/shared/i18n/en/shopAdmin'

const state = {
  groups: [{ id: 'g', name: 'Colour', values: [{ id: 'r', text: 'Red', image: '' }] }],
  skus: [emptySku(['r'])],
}

const texts = createInstance()
beforeAll(() => texts.init({ lng: 'en', resources: { en: { translation: { ...resource, ...en } } } }))

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
    expect(placeInSkus('skus[0].weight', { groups: [], skus: [emptySku()] }, texts.t)).toBe('Weight (kg)')
  })

  test('is named where the form finds SKUs that are not complete', () => {
    const value = (id: string) => ({ id, text: id === 'r' ? 'Red' : 'Blue', image: '' })
    const groups = [{ id: 'g', name: 'Colour', values: [value('r'), value('b')] }]
    const sku = (id: string, more: object) => ({ ...emptySku([id]), price: '5', product_id: 1, ...more })
    const fault = (...skus: ReturnType<typeof sku>[]) => specFault({ groups, skus }, 2, false, texts.t)
    const said = 'The specification SKU data is incomplete'
    expect(fault(sku('r', {}), sku('b', { price: '' }))).toBe(`Blue · Price: ${said}`)
    expect(fault(sku('r', { product_id: null }), sku('b', {}))).toBe(`Red · Warehouse product: ${said}`)
    expect(fault(sku('r', { weight: '-1' }), sku('b', {}))).toBe(`Red · Weight (kg): ${said}`)
    expect(fault(sku('r', {}))).toBe(`Blue: ${said}`)
    expect(fault(sku('r', {}), sku('b', {}))).toBeUndefined()
    expect(specFault({ groups: [], skus: [] }, 3, false, texts.t)).toBe(
      'The input specification type value is illegal',
    )
  })
})
