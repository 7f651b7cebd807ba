import { describe, expect, it } from 'vitest'
import type { Order } from '@/features/orders/model'
import {
  divided,
  expiryOf,
  proposed,
  receiptFaults,
  renewed,
  sumOf,
  partBodies,
} from '@/features/orders/receipt'

const LINE = {
  line: 1,
  product_id: 5,
  product: {
    product_no: 'P5',
    name: 'Milk',
    unit: { name: 'l', decimals: 1 },
    batch_use: 1,
    shelf_life_days: 30,
  },
  warehouses_areas_id: 3,
  area: { name: 'Cold' },
  warehouses_shelves_id: null,
  shelf: null,
  quantity: '10',
  stocked_quantity: '2',
  batch_number: null,
  produce_date: null,
  expiry_date: null,
}
const order = (lines: unknown[] = [LINE]) => ({ id: 9, version: 1, lines }) as unknown as Order

describe('what comes in', () => {
  it('is proposed as what is open of each line, where the order puts it', () => {
    const done = { ...LINE, line: 2, stocked_quantity: '10' }
    const parts = proposed(order([LINE, done]))
    expect(parts).toMatchObject([{ quantity: '8', area: 3, areaLabel: 'Cold', batch: '' }])
  })

  it('stays as it was filled in where the order was read again, without lines that are done', () => {
    const other = { ...LINE, line: 2 }
    const parts = proposed(order([LINE, other])).map((part) => ({ ...part, quantity: '3', batch: 'A' }))
    const now = order([
      { ...LINE, stocked_quantity: '6' },
      { ...other, stocked_quantity: '10' },
    ])
    expect(renewed(parts, now)).toMatchObject([
      { quantity: '3', batch: 'A', line: { line: 1, stocked_quantity: '6' } },
    ])
  })

  it('comes in two batches: the second takes what the first leaves', () => {
    const [first] = proposed(order())
    const parts = divided([{ ...first!, quantity: '5', batch: 'A', expiry: '2027-01-01' }], first!)
    expect(parts).toMatchObject([{ batch: 'A' }, { quantity: '3', batch: '', expiry: null, area: 3 }])
    expect(sumOf(parts, parts[0]!.line).toString()).toBe('8')
    expect(partBodies(parts)).toEqual([
      { line: 1, quantity: '5', batch_number: 'A', expiry_date: '2027-01-01', warehouses_areas_id: 3 },
      { line: 1, quantity: '3', warehouses_areas_id: 3 },
    ])
  })

  it('needs the batch and the expiry date that its product asks for', () => {
    const [part] = proposed(order())
    expect(receiptFaults(part!).batch?.key).toBe('orders.rule.batch')
    expect(expiryOf(part!.line, '2026-03-01')).toBe('2026-03-31')
    const dated = { ...part!, batch: 'A', produce: '2026-03-01', expiry: '2026-04-05' }
    expect(receiptFaults(dated)).toEqual({ expiry: { key: 'orders.rule.shelfLife' } })
    expect(receiptFaults({ ...dated, expiry: '2026-03-31' })).toEqual({})
    expect(receiptFaults({ ...dated, quantity: '1.25' }).quantity?.key).toBe('orders.rule.quantityPlaces')
    // What does not come needs nothing.
    expect(receiptFaults({ ...part!, quantity: '' })).toEqual({})
  })
})
