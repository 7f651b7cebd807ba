import { describe, expect, it } from 'vitest'
import { EMPTY, elementsOf, linesOf, placeOf, sentLines } from './goods'

describe('lines of a declaration', () => {
  it('are read from what is stored and from what the form holds', () => {
    const stored = [{ hs_code: '8504401900', quantity: '10', price: 2 }]
    expect(linesOf(stored)).toEqual(linesOf(JSON.stringify(stored)))
    expect(linesOf(stored)[0]).toMatchObject({ hs_code: '8504401900', quantity: '10', price: '2', unit: '' })
    for (const odd of ['', '{', '{}', null, 7]) expect(linesOf(odd)).toEqual([])
  })
  it('are sent without what is empty', () => {
    expect(JSON.parse(sentLines([{ ...EMPTY, name: 'Adapter', destination: 'DEU' }]))).toEqual([
      { name: 'Adapter', currency: 'USD', origin: 'CHN', destination: 'DEU', levy: '1' },
    ])
  })
  it('are found by the path that the node names', () => {
    expect(placeOf('lines[2].price')).toEqual({ line: 3, field: 'price' })
    expect(placeOf('lines[0]')).toEqual({ line: 1, field: '' })
    expect(placeOf('lines')).toBeUndefined()
  })
  it('have as many elements as the tariff names', () => {
    expect(elementsOf('a|b', 3)).toEqual(['a', 'b', ''])
    expect(elementsOf('a| b |c', 2)).toEqual(['a', 'b', 'c'])
    expect(elementsOf('', 0)).toEqual([])
  })
})
