import { describe, expect, it } from 'vitest'
import { ofCoupon } from '@/features/shopAdmin/marketing/ofCoupon'

const asked = (values: Record<string, unknown>): string[] =>
  ['amount', 'percent', 'max_amount', 'scope', 'scope_ids', 'exclude_goods_ids'].filter((name) =>
    ofCoupon({ name }, values),
  )

describe('the form of a coupon', () => {
  it('asks for the goods that it is for, whatever it takes off', () => {
    expect(asked({ type: 1, scope: 0 })).toEqual(['amount', 'scope', 'exclude_goods_ids'])
    expect(asked({ type: 2, scope: 1 })).toEqual([
      'percent',
      'max_amount',
      'scope',
      'scope_ids',
      'exclude_goods_ids',
    ])
    expect(asked({ type: 3, scope: 1 })).toEqual([
      'amount',
      'max_amount',
      'scope',
      'scope_ids',
      'exclude_goods_ids',
    ])
    expect(asked({ type: 3, scope: 2 })).toEqual(['amount', 'max_amount', 'scope', 'scope_ids'])
  })
})
