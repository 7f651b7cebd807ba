import { describe, expect, it } from 'vitest'
import { noteOf } from '@/features/shop/GoodsGrid'

describe('what is said over the picture of goods', () => {
  it('is the sale when it is not running, else the stock', () => {
    expect(noteOf({ sale_start: 0, sale_end: 0, stock: 'in' }, 100)).toBeNull()
    expect(noteOf({ sale_start: 100, sale_end: 101, stock: 'in' }, 100)).toBeNull()
    expect(noteOf({ sale_start: 101, sale_end: 200, stock: 'in' }, 100)).toBe('early')
    expect(noteOf({ sale_start: 0, sale_end: 100, stock: 'few' }, 100)).toBe('late')
    expect(noteOf({ sale_start: 0, sale_end: 0, stock: 'few' }, 100)).toBe('few')
    expect(noteOf({ sale_start: 0, sale_end: 0, stock: 'out' }, 100)).toBe('out')
  })
})
