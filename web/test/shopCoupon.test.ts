import { describe, expect, it } from 'vitest'
import type { ResourceRow } from '@/resource/schema/types'
import { ofCoupon } from '@/features/shopAdmin/marketing/ofCoupon'

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
})
