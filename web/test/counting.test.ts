import { describe, expect, it } from 'vitest'
import { count, openOf, parts, queuedOf, type Counts } from '@/features/clerk/counting'
import type { Queued } from '@/features/clerk/commandStore'
import type { Order } from '@/features/orders/model'
import { emptyLine, type DraftLine } from '@/features/orders/model'
import { withScan } from '@/features/orders/scanned'
import type { FoundProduct } from '@/shared/scan/findProduct'
import { readCode, type Scan } from '@/shared/scan/gs1'

const line = (number: number, product_no: string, more: object = {}) => ({
  line: number,
  product_id: number * 10,
  product: { product_no, name: product_no, unit_id: 1, unit: { name: 'pc', decimals: 0 } },
  quantity: '10',
  stocked_quantity: '4',
  ...more,
})
const ORDER = {
  id: 9,
  lines: [
    line(1, '4006381333931'),
    line(2, 'P2', { batch_number: 'A', expiry_date: '2027-08-31' }),
    line(3, 'P2', { batch_number: 'B' }),
  ],
} as unknown as Order
const scan = (text: string, more: Partial<Scan> = {}): Scan => ({ ...readCode(text, 2026)!, ...more })
const STOCK = '/admin/warehouse.InboundOrder/stock'
const command = (path: string, id: number, quantity: string, state: Queued['state'] = 'waiting'): Queued => ({
  seq: 1,
  id: 'x',
  admin: 1,
  path,
  title: '',
  at: 0,
  state,
  body: { id, lines: [{ line: 1, quantity }] },
})

const scannedInto = (lines: readonly DraftLine[], product: FoundProduct, code: Scan): DraftLine[] =>
  withScan(lines, product, code).lines

describe('what is open of a line', () => {
  it('is what has neither moved nor waits in the queue', () => {
    const commands = [
      command(STOCK, 9, '2'),
      command(STOCK, 9, '1.5'),
      command(STOCK, 8, '1'),
      command('/other', 9, '1'),
      command(STOCK, 9, '1', 'refused'),
    ]
    const queued = queuedOf(commands, STOCK, 9)
    expect(queued).toEqual({ 1: '3.5' })
    expect(openOf(ORDER.lines[0]!, queued)).toBe('2.5')
    expect(openOf(ORDER.lines[0]!, { 1: '20' })).toBe('0')
  })
})

describe('a scan of goods', () => {
  const counted = (code: Scan, counts: Counts = {}, product: number | null = null) =>
    count(ORDER, code, counts, {}, product)
  it('counts up the line of its product', () => {
    expect(counted(scan('04006381333931'))).toMatchObject({
      kind: 'counted',
      quantity: '1',
      over: false,
      line: { line: 1 },
    })
    expect(counted(scan('4006381333931', { quantity: '5' }), { 1: '1' })).toMatchObject({
      quantity: '6',
      over: false,
    })
    expect(counted(scan('4006381333931'), { 1: '6' })).toMatchObject({ quantity: '7', over: true })
  })
  it('goes to the line of its batch', () => {
    expect(counted(scan('P2', { batch: 'B' }))).toMatchObject({ line: { line: 3 } })
    expect(counted(scan('P2', { batch: 'C' })).kind).toBe('otherBatch')
    expect(counted(scan('P2', { batch: 'A', expires: '2028-01-01' })).kind).toBe('otherExpiry')
  })
  it('without a batch goes to a line that still needs goods', () => {
    expect(counted(scan('P2'), { 2: '6' })).toMatchObject({ line: { line: 3 }, over: false })
  })
  it('of another code of a product goes by what a search has found', () => {
    expect(counted(scan('999')).kind).toBe('unknown')
    expect(counted(scan('999'), {}, 10)).toMatchObject({ kind: 'counted', line: { line: 1 } })
  })
  it('is sent without the lines of which nothing was counted', () => {
    expect(parts({ 1: '2', 2: '0', 3: '' })).toEqual([{ line: 1, quantity: '2' }])
  })
})

describe('a scan of goods that are measured', () => {
  const weighed = {
    product: { name: 'Nails', product_no: 'N', unit_id: 1, unit: { name: 'g', decimals: 0 } },
  }
  const nails = { id: 9, lines: [line(1, 'N', weighed)] } as unknown as Order
  const measured = (amount: string) => scan('N', { measures: [{ unit: 'kilogram', amount }] })
  it('counts in the unit of its product, not by the piece', () => {
    const counted = count(nails, measured('0.005'), {}, {})
    expect(counted).toMatchObject({ kind: 'counted', quantity: '5', over: false, scan: { quantity: '5' } })
    expect(count(nails, measured('0.005'), { 1: '4' }, {})).toMatchObject({ quantity: '9', over: true })
  })
  it('is refused where it is finer than the unit, or the product has no such unit', () => {
    expect(count(nails, measured('0.0005'), {}, {})).toMatchObject({
      kind: 'unmeasured',
      fault: { kind: 'tooFine', unit: 'g' },
    })
    expect(count(ORDER, { ...measured('1'), products: ['P2'] }, {}, {})).toMatchObject({
      kind: 'unmeasured',
      fault: { kind: 'otherUnit' },
    })
  })
})

describe('a scan for the lines of a new order', () => {
  const product = {
    id: 5,
    product_no: 'P5',
    name: 'Board',
    unit_id: 1,
    unit: { name: 'm', decimals: 1 },
    price: '3.50',
  }
  it('takes the place of the empty line, with price, batch and dates', () => {
    const code = scan('P5', { batch: 'A', expires: '2027-01-31', quantity: '12' })
    expect(scannedInto([emptyLine()], product, code)).toMatchObject([
      {
        product_id: 5,
        quantity: '12',
        unit_price: '3.50',
        unit: 'm',
        decimals: 1,
        batch_number: 'A',
        expiry_date: '2027-01-31',
      },
    ])
  })
  it('is entered in the unit that was measured in, and raises a line of that unit', () => {
    const kilos = { unit_id: 7, name: 'kg', decimals: 3, factor: '4', barcode: '' }
    const nails = { ...product, unit: { name: 'pc', decimals: 0 }, units: [kilos] }
    const code = scan('P5', { quantity: '5', unit_id: 7 })
    const once = scannedInto([emptyLine()], nails, code)
    expect(once).toMatchObject([{ quantity: '1.25', unit_id: 7, units: [kilos] }])
    expect(scannedInto(once, nails, code)).toMatchObject([{ quantity: '2.5', unit_id: 7 }])
    // Its own unit is named by none.
    expect(scannedInto([emptyLine()], nails, scan('P5', { quantity: '5' }))).toMatchObject([
      { quantity: '5', unit_id: null },
    ])
  })
  it('raises the quantity of the line that it fits', () => {
    const once = scannedInto([emptyLine()], product, scan('P5', { batch: 'A' }))
    const twice = scannedInto(once, product, scan('P5'))
    expect(twice).toMatchObject([{ quantity: '2', batch_number: 'A' }])
    expect(twice[0]?.key).toBe(once[0]?.key)
    expect(scannedInto(twice, product, scan('P5', { batch: 'B' }))).toMatchObject([
      { quantity: '2' },
      { quantity: '1', batch_number: 'B' },
    ])
  })
})
