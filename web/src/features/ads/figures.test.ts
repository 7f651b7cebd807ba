import { describe, expect, it } from 'vitest'
import { monthAfter, rate, runsOf, spanOf } from './figures'

describe('figures of adverts', () => {
  it('tell clicks of a hundred views', () => {
    expect([rate(0, 0), rate(0, 10), rate(1, 3), rate(10, 10)]).toEqual(['–', '0.00%', '33.33%', '100.00%'])
  })
  it('have a span of days', () => {
    expect([spanOf('7'), spanOf('90'), spanOf('8'), spanOf(null)]).toEqual([7, 90, 30, 30])
  })
  it('go from month to month over years', () => {
    expect(['2026-12', '2026-01', '2026-06'].map((month) => monthAfter(month, 1))).toEqual([
      '2027-01',
      '2026-02',
      '2026-07',
    ])
    expect([monthAfter('2026-01', -1), monthAfter('2026-11', -11)]).toEqual(['2025-12', '2025-12'])
  })
  it('join days without a gap', () => {
    expect(runsOf([1, 2, 3, 7, 9, 10])).toEqual([
      [1, 3],
      [7, 7],
      [9, 10],
    ])
    expect(runsOf([])).toEqual([])
  })
})
