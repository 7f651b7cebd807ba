// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { guestLines, keepGuestLines, notePrices, seenPrice, withMore } from '@/features/shop/guest'

beforeEach(() => localStorage.clear())

describe('the cart of a guest', () => {
  it('comes back as it was kept, without what can not be a line', () => {
    keepGuestLines([{ sku_id: 3, quantity: 2, checked: 0 }])
    expect(guestLines()).toEqual([{ sku_id: 3, quantity: 2, checked: 0 }])
    localStorage.setItem(
      'shopCart',
      '[{"sku_id":1},{"sku_id":"x","quantity":1},null,{"sku_id":4,"quantity":1.5}]',
    )
    expect(guestLines()).toEqual([])
    localStorage.setItem('shopCart', '{')
    expect(guestLines()).toEqual([])
    keepGuestLines([])
    expect(localStorage.getItem('shopCart')).toBeNull()
  })
  it('adds to the line that is there', () => {
    const once = withMore([{ sku_id: 1, quantity: 1, checked: 0 }], 2, 1, 999)
    expect(withMore(once, 1, 4, 999)).toEqual([
      { sku_id: 1, quantity: 5, checked: 1 },
      { sku_id: 2, quantity: 1, checked: 1 },
    ])
  })
  it('holds no more of a SKU than a line may', () => {
    expect(withMore([{ sku_id: 1, quantity: 998, checked: 1 }], 1, 4, 999)[0]?.quantity).toBe(999)
  })
  it('remembers the first price until it is told to forget it', () => {
    notePrices([{ sku_id: 1, price: '9.00' }])
    notePrices([{ sku_id: 1, price: '8.00' }])
    expect(seenPrice(1)).toBe('9.00')
    notePrices([{ sku_id: 1, price: '8.00' }], true)
    expect(seenPrice(1)).toBe('8.00')
  })
})
