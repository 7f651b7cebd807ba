import { describe, expect, it } from 'vitest'
import { availableTo, batchesFor, isShort, type FreeStock } from '../src/features/orders/freeStock'
import { KINDS } from '../src/features/orders/kinds'
import { emptyLine, wire, type DraftLine } from '../src/features/orders/model'
import {
  cells,
  isTable,
  linesOfRows,
  readRows,
  sheetOf,
  TRANSFER_SHEET,
  type PastedProduct,
} from '../src/features/orders/pasted'
import { withScan } from '../src/features/orders/scanned'
import { columnDigits } from '../src/shared/number/decimal'

const { inbound, outbound } = KINDS
const [coming, leaving, corrected] = [KINDS.inbound, KINDS.outbound, KINDS.adjustment].map(sheetOf) as [
  ReturnType<typeof sheetOf>,
  ReturnType<typeof sheetOf>,
  ReturnType<typeof sheetOf>,
]

describe('rows of a spreadsheet', () => {
  it('reads tabs, line ends and quoted cells', () => {
    expect(cells('A1\t2\r\n"B\t1"\t"say ""x"""\n')).toEqual([
      ['A1', '2'],
      ['B\t1', 'say "x"'],
    ])
    expect(isTable('A1\t2')).toBe(true)
    expect(isTable('A1\nA2')).toBe(true)
    expect(isTable('A1\n')).toBe(false)
  })

  it('leaves a heading and empty rows out and reads numbers and days as people write them', () => {
    const text =
      '编号\t数量\t单价\t批次\t生产日期\t到期日\nP1\t1,200\t¥2.5\tB1\t2026/8/1\t20270131\n\t\t\nP2\t3\n'
    expect(readRows(text, coming)).toEqual({
      rows: [
        {
          row: 2,
          product: 'P1',
          quantity: '1200',
          price: '2.5',
          batch: 'B1',
          produce: '2026-08-01',
          expiry: '2027-01-31',
          unit: '',
        },
        { row: 4, product: 'P2', quantity: '3', price: '', batch: '', produce: null, expiry: null, unit: '' },
      ],
      faults: [],
    })
    expect(readRows('P1\t2\t1\tB1\t2026-08-01', leaving).rows[0]).toMatchObject({ produce: null })
  })

  it('names the row of every fault', () => {
    const text = 'P1\t1\nP2\tmany\n\t2\nP4\t1\tcheap\nP5\t1\t1\tB\t2026-02-30\nP6\t0\nP7\t-1'
    const { faults } = readRows(text, coming)
    expect(faults).toEqual([
      { row: 2, key: 'quantity', value: 'many' },
      { row: 3, key: 'product', value: '' },
      { row: 4, key: 'price', value: 'cheap' },
      { row: 5, key: 'date', value: '2026-02-30' },
      { row: 6, key: 'quantity', value: '0' },
      { row: 7, key: 'quantity', value: '-1' },
    ])
    expect(readRows('P7\t-1', corrected).faults).toEqual([])
  })

  it('fills lines with the products, and names rows whose product is unknown', () => {
    const { rows } = readRows('P1\t2\nX\t1\nP1\t3\t9', coming)
    const product = { id: 7, product_no: 'P1', name: 'Board', price: '4.5', unit: { name: 'm', decimals: 2 } }
    const known = new Map([['P1', product as unknown as PastedProduct]])
    const { lines, faults } = linesOfRows(rows, known, coming)
    expect(lines.map(({ product_id, quantity, unit_price }) => [product_id, quantity, unit_price])).toEqual([
      [7, '2', '4.5'],
      [7, '3', '9'],
    ])
    expect(faults).toEqual([{ row: 2, key: 'unknown', value: 'X' }])
  })

  it('takes the unit of a quantity by its name, and refuses one that the product does not have', () => {
    const box = { unit_id: 3, name: 'Box', decimals: 0, factor: '12' }
    const product = { id: 7, product_no: 'P1', name: 'Board', unit: { name: 'm', decimals: 2 }, units: [box] }
    const known = new Map([['P1', product as unknown as PastedProduct]])
    const { rows } = readRows('P1\t2\tB1\tbox\nP1\t3\t\tM\nP1\t4\nP1\t1\tB1\tpallet', TRANSFER_SHEET)
    const { lines, faults } = linesOfRows(rows, known, TRANSFER_SHEET)
    expect(lines.map(({ quantity, unit_id, batch_number }) => [quantity, unit_id, batch_number])).toEqual([
      ['2', 3, 'B1'],
      ['3', null, ''],
      ['4', null, ''],
    ])
    expect(faults).toEqual([{ row: 4, key: 'unit', value: 'pallet' }])
    expect(readRows('P1\t2\t1\tB1\tbox', leaving).rows[0]?.unit).toBe('box')
    expect(readRows('P1\t2\t1\tB1\t\t\tbox', coming).rows[0]?.unit).toBe('box')
  })
})

const place = (area: number | null, batch: string, available: string, more = {}) => ({
  warehouses_areas_id: area,
  area: area === null ? null : { name: `A${area}` },
  warehouses_shelves_id: null,
  shelf: null,
  batch_number: batch,
  expiry_date: null,
  total_quantity: available,
  available_quantity: available,
  expired: false,
  held: false,
  ...more,
})
const STOCK = {
  product_id: 7,
  available_quantity: '15',
  more: 0,
  places: [
    place(1, 'B1', '4'),
    place(2, 'B1', '1'),
    place(2, 'B2', '10'),
    place(1, 'OLD', '9', { expired: true }),
  ],
} as unknown as FreeStock
const line = (changes: Partial<DraftLine>): DraftLine => ({ ...emptyLine(), product_id: 7, ...changes })

describe('what is available to a line', () => {
  it('is that of its place and batch', () => {
    expect(availableTo(line({}), STOCK)).toBe('15')
    expect(availableTo(line({ warehouses_areas_id: 2 }), STOCK)).toBe('11')
    expect(availableTo(line({ batch_number: ' b1' }), STOCK)).toBe('5')
    expect(availableTo(line({ batch_number: 'OLD' }), STOCK)).toBe('0')
    expect(isShort(line({ quantity: '15' }), STOCK)).toBe(false)
    expect(isShort(line({ quantity: '15.1' }), STOCK)).toBe(true)
    expect(isShort(line({ quantity: '-12', warehouses_areas_id: 2 }), STOCK)).toBe(true)
  })

  it('offers each batch once, with what the allowed places hold of it', () => {
    const told = (one: DraftLine) => batchesFor(one, STOCK).map(({ batch, available }) => [batch, available])
    expect(told(line({}))).toEqual([
      ['B1', '5'],
      ['B2', '10'],
      ['OLD', '9'],
    ])
    expect(told(line({ warehouses_areas_id: 1, batch_number: 'B2' }))).toEqual([
      ['B1', '4'],
      ['OLD', '9'],
    ])
  })

  it('sends no dates with goods that lie there', () => {
    const dated = line({ produce_date: '2026-01-01', expiry_date: '2027-01-01' })
    expect(wire(dated, outbound)).toMatchObject({ produce_date: null, expiry_date: null })
    expect(wire(dated, inbound)).toMatchObject({ produce_date: '2026-01-01', expiry_date: '2027-01-01' })
  })
})

describe('a scan', () => {
  const product = { id: 9, product_no: 'P9', name: 'Nail', price: '2' }
  const scan = { raw: 'P9', products: ['P9'] }

  it('fills the line that is being filled in, if it has no product', () => {
    const [first, second] = [line({ quantity: '1' }), { ...emptyLine(), quantity: '5' }]
    const after = withScan([first, second], product, scan, second.key, emptyLine)
    expect(after.key).toBe(second.key)
    expect(after.lines[1]).toMatchObject({ key: second.key, product_id: 9, quantity: '5', unit_price: '2' })
    const again = withScan(after.lines, product, scan, first.key, emptyLine)
    expect(again.lines).toHaveLength(2)
    expect(again.lines[1]).toMatchObject({ quantity: '6' })
  })

  it('gets a line of its own otherwise', () => {
    const first = line({ quantity: '1' })
    const after = withScan([first, emptyLine()], product, scan, first.key, emptyLine)
    expect(after.lines.map(({ product_id }) => product_id)).toEqual([7, 9])
  })
})

it('shows the prices of a column with as many decimals as the longest needs', () => {
  expect(columnDigits(['3', '2.5', null])).toBe(2)
  expect(columnDigits(['3', '2.125', 'x'])).toBe(3)
})
