import { expect, it } from 'vitest'
import { leftOut } from './fit'

const COLUMNS = [
  { key: 'name', primary: true },
  { key: 'status', state: true },
  { key: 'price', figure: true },
  { key: 'cost', lesser: true },
  { key: 'place' },
  { key: 'made', wideOnly: true },
  { key: 'by', wideOnly: true, wanted: true },
]
const out = (room: number) => leftOut(COLUMNS, () => 100, room).join(' ')

it('leaves columns out in turn until the others fit', () => {
  expect(out(700)).toBe('')
  expect(out(650)).toBe('made')
  expect(out(500)).toBe('made cost')
  expect(out(400)).toBe('made cost place')
})

it('keeps the name, the figures and what the reader has asked for', () => {
  expect(out(300)).toBe('made cost place status')
  expect(out(10)).toBe('made cost place status')
})
