import { describe, expect, it } from 'vitest'
import { emptyLine, type DraftLine } from './model'
import { askedOf, proposalsFor, type Proposals } from './useLastPrices'

const NONE: Proposals = new Map()
const line = (changes: Partial<DraftLine> = {}): DraftLine => ({ ...emptyLine(), product_id: 5, ...changes })
const known = new Map([
  [askedOf(5, 7), '6.4'],
  [askedOf(5, 8), '7.77'],
  [askedOf(6, 7), ''],
])
const prices = (of: DraftLine, supplier: number | null, before: Proposals = NONE): string[] =>
  proposalsFor([of], supplier, known, before).map(({ price }) => price)

describe('the price of a purchase', () => {
  it('is what the product cost last from its supplier', () => {
    expect(prices(line(), 7)).toEqual(['6.4'])
    expect(prices(line(), 9)).toEqual([])
    expect(prices(line({ product_id: null }), 7)).toEqual([])
    expect(prices(line({ product_id: 6 }), 7)).toEqual([])
  })

  it('follows another supplier until somebody types one', () => {
    const given = line({ unit_price: '6.4' })
    const before: Proposals = new Map([[given.key, { asked: askedOf(5, 7), price: '6.4' }]])
    expect(prices(given, 8, before)).toEqual(['7.77'])
    expect(prices({ ...given, unit_price: '5' }, 8, before)).toEqual([])
    expect(prices(line({ unit_price: '5' }), 7)).toEqual([])
    expect(prices(line({ hiddenPrice: true }), 7)).toEqual([])
  })

  it('that was emptied stays empty', () => {
    const emptied = line()
    const before: Proposals = new Map([[emptied.key, { asked: askedOf(5, 7), price: '6.4' }]])
    expect(prices(emptied, 7, before)).toEqual([])
    expect(prices(emptied, 8, before)).toEqual([])
  })
})
