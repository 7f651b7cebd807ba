import { describe, expect, it } from 'vitest'
import { ApiError } from '@/shared/http/error'
import { refusedLines, repricedLines } from '@/features/shop/order/refusal'

const refused = (data: unknown): ApiError => new ApiError(0, 'no', { data })

describe('the lines of a refusal', () => {
  it('come as numbers or as rows', () => {
    expect(refusedLines(refused({ key: 'shop.line.off_shelf', lines: [2] }))).toEqual([2])
    expect(refusedLines(refused({ key: 'shop.short', lines: [{ line: 3, wanted: 2, there: 1 }] }))).toEqual([
      3,
    ])
    expect(refusedLines(refused({ key: 'shop.closed' }))).toEqual([])
    expect(refusedLines(new Error('network'))).toEqual([])
  })
  it('are those whose amount has changed where there is a new quote', () => {
    const shown = [
      { line: 1, goods_amount: '10.00' },
      { line: 2, goods_amount: '5.00' },
    ]
    const lines = [
      { line: 1, goods_amount: '12.00' },
      { line: 2, goods_amount: '5.00' },
    ]
    expect(repricedLines(refused({ key: 'shop.quote.changed', quote: { lines } }), shown)).toEqual([1])
    expect(repricedLines(refused({ key: 'shop.quote.changed', quote: {} }), shown)).toEqual([])
  })
})
