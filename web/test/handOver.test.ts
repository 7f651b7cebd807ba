import { expect, it } from 'vitest'
import { takerOf } from '@/features/inventory/handOver'

it('knows the kind of an order by the prefix of its number', () => {
  expect([' CK20260115000001', 'db20260115000002', 'RK20260115000003', ''].map(takerOf)).toEqual([
    'outbound',
    'transfer',
    null,
    null,
  ])
})
