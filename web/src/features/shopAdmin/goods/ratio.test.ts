import { expect, it } from 'vitest'
import { proposedRatio } from './ratio'

const UNITS = [
  { name: 'pack', factor: '6' },
  { name: 'box', factor: '24' },
]

it.each([
  ['Pen, Pack of 6', '6'],
  ['Pen ＰＡＣＫ', '6'],
  ['Pens, 24 pieces', '24'],
  ['Pen box', '24'],
  ['Pen', '1'],
  // A number within another is none.
  ['Pen 624', '1'],
  // Both a pack and a box: nobody knows which.
  ['Pens in packs or boxes: pack, box', '1'],
])('%s has %s base units', (called, ratio) => {
  expect(proposedRatio(UNITS, called)).toBe(ratio)
})

it('is one without other units', () => {
  expect(proposedRatio([], 'Pack of 6')).toBe('1')
})
