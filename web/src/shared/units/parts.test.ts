import { describe, expect, it } from 'vitest'
import { inOwnUnit, isWrong, partFault, partsText, sentParts, sumOf, withQuantity, withScan } from './parts'
import { countedIn } from './units'

const BOX = { unit_id: 3, name: 'box', decimals: 1, factor: '12' }
const CRATE = { unit_id: 4, name: 'crate', decimals: 0, factor: '144' }
const PENS = countedIn({ unit: { name: 'pc', decimals: 0 }, units: [BOX, CRATE] })
const part = (unit_id: number | null, quantity: string) => ({ unit_id, quantity })
const THREE_BOXES_AND_FOUR = [part(null, '4'), part(3, '3')]

describe('a quantity in several units', () => {
  it('is their sum in the own unit', () => {
    expect(sumOf(THREE_BOXES_AND_FOUR, PENS)?.toFixed()).toBe('40')
    expect(sumOf([part(null, ''), part(3, '0.5')], PENS)?.toFixed()).toBe('6')
    expect(sumOf([part(null, ' '), part(3, '')], PENS)).toBeNull()
    expect(sumOf([part(null, '4'), part(3, 'x')], PENS)).toBeNull()
  })
  it('is told as it was typed', () => {
    expect(partsText(THREE_BOXES_AND_FOUR, PENS)).toBe('4 pc + 3 box')
    expect(partsText(inOwnUnit('4'), PENS)).toBe('4')
  })
  it('is sent as one figure where it is in the own unit alone', () => {
    expect(sentParts(THREE_BOXES_AND_FOUR)).toEqual({ parts: THREE_BOXES_AND_FOUR })
    expect(sentParts([part(null, ' 4 '), part(3, '')])).toEqual({ quantity: '4' })
    expect(sentParts([part(null, ''), part(3, '3')])).toEqual({ parts: [part(3, '3')] })
  })
  it('has a part for each unit once', () => {
    expect(withQuantity(inOwnUnit('4'), 3, '3')).toEqual(THREE_BOXES_AND_FOUR)
    expect(withQuantity(THREE_BOXES_AND_FOUR, 3, '2')).toEqual([part(null, '4'), part(3, '2')])
  })
})

describe('a part', () => {
  it.each([
    [part(null, '4'), null],
    [part(null, ''), null],
    [part(3, '0.5'), null],
    [part(null, '0.5'), 'wrong'],
    [part(null, '-1'), 'wrong'],
    [part(null, '1e3'), 'wrong'],
    [part(3, '0.25'), 'wrong'],
    // A tenth of a box of 12 is no whole piece.
    [part(3, '0.1'), 'inexact'],
    // The product is not counted in it any more.
    [part(9, '1'), 'wrong'],
  ])('%j is %s', (one, fault) => {
    expect(partFault(one, PENS)).toBe(fault)
    expect(isWrong([part(null, '1'), one], PENS)).toBe(fault !== null)
  })
})

describe('a scan', () => {
  it('counts in the own unit', () => {
    expect(withScan(inOwnUnit(''), {}, PENS)).toEqual(inOwnUnit('1'))
    expect(withScan(THREE_BOXES_AND_FOUR, { quantity: '12' }, PENS)).toEqual([part(null, '16'), part(3, '3')])
  })
  it('counts in the unit that it was measured in, where that is exact', () => {
    expect(withScan(THREE_BOXES_AND_FOUR, { quantity: '6', unit_id: 3 }, PENS)).toEqual([
      part(null, '4'),
      part(3, '3.5'),
    ])
    expect(withScan(THREE_BOXES_AND_FOUR, { quantity: '5', unit_id: 3 }, PENS)).toEqual([
      part(null, '9'),
      part(3, '3'),
    ])
  })
})
