import { describe, expect, it } from 'vitest'
import type { ResourceRow } from '@/resource/schema/types'
import { neededOfCoupon, ofCoupon } from '@/features/shopAdmin/marketing/ofCoupon'

const asked = (values: Record<string, unknown>, row: ResourceRow | null = null): string[] =>
  ['amount', 'percent', 'max_amount', 'scope', 'scope_ids', 'exclude_goods_ids'].filter((name) =>
    ofCoupon({ name }, values, row),
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
  it('shows what is left out of chosen goods, so that it can be taken back', () => {
    const row = { id: 1, scope: 0, exclude_goods_ids: [7] }
    expect(asked({ type: 1, scope: 2, exclude_goods_ids: [] }, row)).toContain('exclude_goods_ids')
    expect(asked({ type: 1, scope: 2 }, { ...row, exclude_goods_ids: [] })).not.toContain('exclude_goods_ids')
  })
  it('marks what a coupon of its kind is refused without', () => {
    const names = [
      'amount',
      'percent',
      'max_amount',
      'scope_ids',
      'code',
      'get_end',
      'valid_end',
      'valid_days',
    ]
    const needed = (values: Record<string, unknown>): string[] =>
      names.filter((name) => ofCoupon({ name }, values, null) && neededOfCoupon({ name }, values))
    expect(needed({ type: 1, scope: 0, get_type: 1, valid_type: 1 })).toEqual(['amount', 'valid_end'])
    expect(needed({ type: 2, scope: 1, get_type: 2, valid_type: 2 })).toEqual([
      'percent',
      'scope_ids',
      'code',
      'valid_days',
    ])
    expect(needed({ type: 3, scope: 0, get_type: 3, valid_type: 2 })).toEqual(['valid_days'])
  })
})
