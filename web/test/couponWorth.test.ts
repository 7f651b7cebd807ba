import { describe, expect, it } from 'vitest'
import type { TFunction } from 'i18next'
import type { Terms } from '@/features/shop/coupons/calls'
import { conditions, goodsOf, limitsOf, short, worth } from '@/features/shop/coupons/worth'

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
  exclude_names: [],
  exclude_more: 0,
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

describe('what a coupon leaves out', () => {
  const of = (change: Partial<Terms>): string[] =>
    conditions(t, terms({ exclude_goods_ids: [9], ...change })).slice(1)
  it('is told by name beside what it is for', () => {
    expect(of({ exclude_names: ['Pen'] })).toEqual([
      'shopMoney.terms.scope.all',
      'shopMoney.terms.without {"names":"Pen"}',
    ])
    expect(of({ scope: 1, scope_names: ['Pens'], exclude_names: ['Pen'], exclude_more: 2 })).toEqual([
      'shopMoney.terms.named {"names":"Pens"}',
      'shopMoney.terms.withoutMore {"names":"Pen","count":2}',
    ])
    expect(of({})[1], 'its goods are hidden').toBe('shopMoney.terms.withoutSome')
  })
  it('is no matter of one that names its goods', () => {
    expect(of({ scope: 2, scope_names: ['Ink'] })).toEqual(['shopMoney.terms.named {"names":"Ink"}'])
  })
  it('is said where its goods are, with what it is for unless that is all', () => {
    expect(limitsOf(t, terms({}))).toBe('')
    expect(limitsOf(t, terms({ exclude_goods_ids: [9] }))).toBe('shopMoney.terms.withoutSome')
    expect(limitsOf(t, terms({ scope: 1, scope_names: ['Pens'] }))).toBe(
      'shopMoney.terms.named {"names":"Pens"}',
    )
  })
})

describe('the goods that a coupon is for', () => {
  it('are all of them, or those of its scope', () => {
    expect(goodsOf(7, terms({}))).toBe('/shop/list')
    expect(goodsOf(7, terms({ scope: 1, scope_ids: [3] }))).toBe('/shop/list?coupon_id=7')
    expect(goodsOf(7, terms({ exclude_goods_ids: [9] }))).toBe('/shop/list?coupon_id=7')
  })
})
