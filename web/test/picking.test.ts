import { expect, it } from 'vitest'
import type { Pick } from '@/features/orders'
import { partsTaken, picksOf, withScanned } from '@/features/clerk/picking'

const pick = (batch_number: string, quantity: string, more: Partial<Pick> = {}): Pick => ({
  line: 1,
  product_id: 5,
  batch_number,
  quantity,
  reserved: true,
  why: 'expiry',
  ...more,
})
const words = (parts: ReturnType<typeof partsTaken>) =>
  parts.map(({ quantity, from }) => `${quantity} ${from ? from.batch_number : 'any'}`)

it('takes what was scanned of a batch from its places, and leaves the rest to the node', () => {
  const picks = [pick('A', '4'), pick('B', '1'), pick('B', '2', { warehouses_shelves_id: 3 })]
  const scanned = withScanned(withScanned(withScanned({}, 1, 'b ', '1'), 1, 'B', '1'), 1, 'A', '1')
  expect(words(partsTaken([{ line: 1, quantity: '4' }], scanned, picks))).toEqual([
    '1 B',
    '1 B',
    '1 A',
    '1 any',
  ])
  // No more is named than is sent, or than is reserved there.
  expect(words(partsTaken([{ line: 1, quantity: '1' }], scanned, picks))).toEqual(['1 B'])
  const many = withScanned({}, 1, 'B', '5')
  expect(words(partsTaken([{ line: 1, quantity: '5' }], many, picks))).toEqual(['1 B', '2 B', '2 any'])
})

it('names nothing where there is nothing to choose', () => {
  const scanned = withScanned({}, 1, 'A', '2')
  const free = pick('B', '2', { reserved: false })
  expect(words(partsTaken([{ line: 1, quantity: '2' }], scanned, [pick('A', '4'), free]))).toEqual(['2 any'])
})

it('counts what waits in the queue as taken', () => {
  const list = { reserved: true, picks: [pick('A', '4'), pick('B', '1')], missing: [], places: [] }
  const from = { warehouses_areas_id: null, warehouses_shelves_id: null, batch_number: 'B' }
  const left = picksOf(
    list,
    [],
    [
      { line: 1, quantity: '1', from },
      { line: 1, quantity: '1' },
    ],
  )
  expect(left.map(({ batch_number, quantity }) => [batch_number, quantity])).toEqual([['A', '4']])
})
