import { describe, expect, it } from 'vitest'
import type { TFunction } from 'i18next'
import type { Terms } from '@/features/shop/coupons/calls'
import { conditions, goodsOf, short, worth } from '@/features/shop/coupons/worth'

const t = ((key: string, values?: object) =>
  values ? `${key} ${JSON.stringify(values)}` : key) as unknown as TFunction
const terms = (change: Partial<Terms>): Terms => ({
  type: 1,
  amount: '20.00',
  percent: 0,
  max_amount: '0.00',
  min_amount: '0.00',
  scope: 0,
  scope_ids: [],
  scope_names: [],
  scope_more: 0,
  exclude_goods_ids: [],
  ...change,
})

describe('what a coupon is worth', () => {
  it('drops decimals that are none', () => {
    expect([short('20.00'), short('20.50'), short('100.00')]).toEqual(['20', '20.50', '100'])
  })
  it('tells each kind', () => {
    expect(worth(t, terms({}))).toBe('shopMoney.worth.amount {"amount":"20"}')
    expect(worth(t, terms({ type: 2, percent: 15 }))).toBe('shopMoney.worth.percent {"percent":15}')
    expect(worth(t, terms({ type: 3, amount: '0.00' }))).toBe('shopMoney.worth.freight')
    expect(worth(t, terms({ type: 3, amount: '8.00' }))).toBe('shopMoney.worth.amount {"amount":"8"}')
  })
  it('tells from when and for what', () => {
    expect(conditions(t, terms({}))).toEqual(['shopMoney.terms.always', 'shopMoney.terms.scope.all'])
    expect(conditions(t, terms({ type: 3, min_amount: '99.00', scope: 2, max_amount: '5.00' }))).toEqual([
      'shopMoney.terms.from {"amount":"99"}',
      'shopMoney.terms.freight',
      'shopMoney.terms.scope.goods',
      'shopMoney.terms.most {"amount":"5"}',
    ])
  })
  it('tells by name what it is for', () => {
    const of = (scope: number, scope_names: string[], scope_more = 0): string | undefined =>
      conditions(t, terms({ scope, scope_names, scope_more })).at(-1)
    expect(of(1, ['Pens', 'Paper'])).toBe('shopMoney.terms.named {"names":"PensshopMoney.terms.commaPaper"}')
    expect(of(2, ['Pen'], 4)).toBe('shopMoney.terms.namedMore {"names":"Pen","count":4}')
    expect(of(2, []), 'all of them are hidden').toBe('shopMoney.terms.scope.goods')
  })
})

describe('the goods that a coupon is for', () => {
  it('are all of them, or those of its scope', () => {
    expect(goodsOf(7, terms({}))).toBe('/shop/list')
    expect(goodsOf(7, terms({ scope: 1, scope_ids: [3] }))).toBe('/shop/list?coupon_id=7')
    expect(goodsOf(7, terms({ exclude_goods_ids: [9] }))).toBe('/shop/list?coupon_id=7')
  })
})
