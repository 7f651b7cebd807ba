import { ref } from 'valtio'
import { expect, it } from 'vitest'
import { BRAND } from './brand'
import { resourceOf, schemas } from '@/resource/schema/store'
import type { Resource } from '@/resource/schema/types'

it('finds a declaration by its path and by its controller, however many parts that has', () => {
  const goods: Resource = { ...BRAND, controller: 'shop.goods.Goods', name: 'shop/goods/goods' }
  schemas.byName = ref<Record<string, Resource>>({ 'warehouse/brand': BRAND, 'shop/goods/goods': goods })
  for (const name of ['warehouse.Brand', 'warehouse/brand']) expect(resourceOf(name)).toBe(BRAND)
  for (const name of ['shop.goods.Goods', 'shop/goods/goods']) expect(resourceOf(name)).toBe(goods)
})
