import { describe, expect, it } from 'vitest'
import {
  availableTo,
  batchesFor,
  batchTaken,
  isShort,
  reachOf,
  takable,
} from '../src/features/orders/freeStock'
import { KINDS } from '../src/features/orders/kinds'
import { emptyLine, lineBody, type ChosenProduct, type DraftLine } from '../src/features/orders/model'
import {
  cells,
  isTable,
  linesOfRows,
  readRows,
  sheetOf,
  type PastedProduct,
} from '../src/features/orders/pasted'
import { withScan } from '../src/features/orders/scanned'
import { unitCalled } from '../src/features/orders/unitNames'
import { columnDigits } from '../src/shared/number/decimal'
import { FREE_STOCK } from './orderRows'

const { inbound, outbound } = KINDS
const moving = sheetOf(KINDS.transfer)
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
          area: '',
          shelf: '',
          toArea: '',
          toShelf: '',
        },
        {
          row: 4,
          product: 'P2',
          quantity: '3',
          price: '',
          batch: '',
          produce: null,
          expiry: null,
          unit: '',
          area: '',
          shelf: '',
          toArea: '',
          toShelf: '',
        },
      ],
      faults: [],
    })
    expect(readRows('P1\t2\t1\tB1\t2026-08-01', leaving).rows[0]).toMatchObject({ produce: null })
  })

  it('names the row of every fault', () => {
    const text = 'P1\t1\nP2\tmany\n\t2\nP4\t1\tcheap\nP5\t1\t1\tB\t2026-02-30\nP6\t0\nP7\t-1'
    const { faults } = readRows(text, coming)
    expect(faults).toEqual([
      { row: 2, column: 'quantity', key: 'quantity', value: 'many' },
      { row: 3, column: 'product', key: 'product', value: '' },
      { row: 4, column: 'price', key: 'price', value: 'cheap' },
      { row: 5, column: 'produce', key: 'date', value: '2026-02-30' },
      { row: 6, column: 'quantity', key: 'quantity', value: '0' },
      { row: 7, column: 'quantity', key: 'quantity', value: '-1' },
    ])
    expect(readRows('P7\t-1', corrected).faults).toEqual([])
  })

  it('fills lines with the products, and names rows whose product is unknown', () => {
    const { rows } = readRows('P1\t2\nX\t1\nP1\t3\t9', coming)
    const product = { id: 7, product_no: 'P1', name: 'Board', price: '4.5', unit: { name: 'm', decimals: 2 } }
    const known = new Map([['P1', product as unknown as PastedProduct]])
    const { lines, faults } = linesOfRows(rows, known, coming)
    expect(lines.map(({ product_id, quantity, unit_price }) => [product_id, quantity, unit_price])).toEqual([
      // What comes in takes no sales price.
      [7, '2', ''],
      [7, '3', '9'],
    ])
    expect(faults).toEqual([{ row: 2, column: 'product', key: 'unknown', value: 'X' }])
  })

  it('takes the unit of a quantity by its name, and refuses one that the product does not have', () => {
    const box = { unit_id: 3, name: 'Box', decimals: 0, factor: '12' }
    const product = { id: 7, product_no: 'P1', name: 'Board', unit: { name: 'm', decimals: 2 }, units: [box] }
    const known = new Map([['P1', product as unknown as PastedProduct]])
    const { rows } = readRows('P1\t2\tB1\tbox\nP1\t3\t\tM\nP1\t4\nP1\t1\tB1\tpallet', moving)
    const { lines, faults } = linesOfRows(rows, known, moving)
    expect(lines.map(({ quantity, unit_id, batch_number }) => [quantity, unit_id, batch_number])).toEqual([
      ['2', 3, 'B1'],
      ['3', null, ''],
      ['4', null, ''],
    ])
    expect(faults).toEqual([{ row: 4, column: 'unit', key: 'unit', value: 'pallet' }])
    expect(readRows('P1\t2\t1\tB1\tbox', leaving).rows[0]?.unit).toBe('box')
    expect(readRows('P1\t2\t1\tB1\t\t\tbox', coming).rows[0]?.unit).toBe('box')
  })

  it('puts lines where their rows say, and names the cell of a place that is not there', () => {
    const product = { id: 7, product_no: 'P1', name: 'Board', unit: { name: 'm', decimals: 2 } }
    const known = new Map([['P1', product as unknown as PastedProduct]])
    const places = {
      areas: [
        { id: 1, name: 'North', serial_no: 'N' },
        { id: 2, name: 'South', serial_no: 'S' },
      ],
      shelves: [
        { id: 11, name: 'R1', warehouses_areas_id: 1, area: { name: 'North' } },
        { id: 21, name: 'R1', warehouses_areas_id: 2, area: { name: 'South' } },
        { id: 22, name: 'R2', warehouses_areas_id: 2, area: { name: 'South' } },
      ],
    }
    const text = ['north\tR1', 'S\t', '\tr2', '\tR1', 'West\t'].map((at) => `P1\t1\t\t\t${at}`).join('\n')
    const { rows } = readRows(text, moving)
    const { lines, faults } = linesOfRows(rows, known, moving, { at: places, to: places })
    expect(
      lines.map((line) => [line.warehouses_areas_id, line.areaLabel, line.warehouses_shelves_id]),
    ).toEqual([
      [1, 'North', 11],
      [2, 'South', null],
      [2, 'South', 22],
    ])
    expect(faults).toEqual([
      { row: 4, column: 'shelf', key: 'shelf', value: 'R1' },
      { row: 5, column: 'area', key: 'area', value: 'West' },
    ])
  })

  it('puts goods that are moved where their rows say, in the warehouse that they go to', () => {
    const product = { id: 7, product_no: 'P1', name: 'Board', unit: { name: 'm', decimals: 2 } }
    const known = new Map([['P1', product as unknown as PastedProduct]])
    const named = (id: number) => ({
      areas: [{ id, name: 'North' }],
      shelves: [{ id: id * 10, name: 'R1', warehouses_areas_id: id, area: { name: 'North' } }],
    })
    const names = {
      product: ['Product'],
      quantity: ['Quantity'],
      area: ['From area', 'Area'],
      toArea: ['To area'],
      toShelf: ['To shelf'],
    }
    const text =
      'To shelf\tTo area\tArea\tProduct\tQuantity\nR1\tnorth\tNorth\tP1\t2\n\t\t\tP1\t3\nR9\tNorth\t\tP1\t1'
    const { rows } = readRows(text, moving, names)
    const { lines, faults } = linesOfRows(rows, known, moving, { at: named(1), to: named(2) })
    expect(lines.map((line) => [line.warehouses_areas_id, line.to.area, line.to.shelf])).toEqual([
      [1, 2, 20],
      [null, null, null],
    ])
    expect(faults).toEqual([{ row: 4, column: 'toShelf', key: 'shelf', value: 'R9' }])
  })

  it('takes the order of the columns from a heading', () => {
    const names = {
      product: ['Product'],
      quantity: ['Quantity'],
      price: ['Unit price'],
      unit: ['Unit'],
    }
    const text = 'unit\tQuantity\tNote\tPRODUCT\nbox\t2\tsoon\tP1\n'
    expect(readRows(text, leaving, names)).toMatchObject({
      rows: [{ row: 2, product: 'P1', quantity: '2', unit: 'box', price: '', batch: '' }],
      faults: [],
    })
    // Other headings are left out, and the columns are in their usual order.
    expect(readRows('SKU\tHow many\nP1\t2', leaving, names).rows).toMatchObject([
      { product: 'P1', quantity: '2' },
    ])
  })

  it('reads a unit that is written behind its quantity', () => {
    const { rows, faults } = readRows('P1\t3箱\nP1\t1,200 box\nP1\t5\nP1\t1e5', leaving)
    expect(rows.slice(0, 3).map(({ quantity, unit }) => [quantity, unit])).toEqual([
      ['3', '箱'],
      ['1200', 'box'],
      ['5', ''],
    ])
    expect(faults).toEqual([{ row: 4, column: 'quantity', key: 'quantity', value: '1e5' }])
  })
})

describe('a word for a unit', () => {
  const called = (text: string, of: ChosenProduct) => unitCalled(text, of)
  const unit = (unit_id: number, name: string) => ({ unit_id, name, decimals: 0, factor: '12', barcode: '' })
  const product = { id: 7, product_no: 'P1', name: 'Board', unit: { name: '件', decimals: 0 } }
  it('names it in both languages, whatever its case and width', () => {
    const boxed = { ...product, units: [unit(3, '箱')] }
    expect(['box', 'BOX', 'ｃａｒｔｏｎ', '箱', ' Boxes '].map((word) => called(word, boxed))).toEqual([
      3, 3, 3, 3, 3,
    ])
    expect(called('box', { ...product, units: [unit(3, 'Box')] })).toBe(3)
    expect([called('pcs', boxed), called('', boxed)]).toEqual([null, null])
    expect(called('pallet', boxed)).toBeUndefined()
  })
  it('names none where it may be two, unless it is the very name', () => {
    const both = { ...product, units: [unit(3, '箱'), unit(4, '盒')] }
    expect(called('box', both)).toBeUndefined()
    expect(called('盒', both)).toBe(4)
  })
})

const line = (changes: Partial<DraftLine>): DraftLine => ({ ...emptyLine(), product_id: 7, ...changes })

describe('what is available to a line', () => {
  it('is that of its place and batch', () => {
    const shown = (one: DraftLine) => availableTo(one, FREE_STOCK, 'picked')
    expect(shown(line({}))).toBe('15')
    expect(shown(line({ warehouses_areas_id: 2 }))).toBe('11')
    expect(shown(line({ batch_number: ' ｂ1' }))).toBe('5')
    expect(shown(line({ batch_number: 'OLD' }))).toBe('0')
    expect(isShort(line({ quantity: '15' }), FREE_STOCK, 'picked')).toBe(false)
    expect(isShort(line({ quantity: '15.1' }), FREE_STOCK, 'picked')).toBe(true)
    expect(isShort(line({ quantity: '99' }), FREE_STOCK, 'put')).toBe(false)
  })

  it('counts expired goods where they are sent back, and held ones where they are written off', () => {
    const { adjustment } = KINDS
    expect(reachOf(line({}), outbound, 10)).toBe('picked')
    expect(reachOf(line({}), outbound, 20)).toBe('expired')
    expect(reachOf(line({}), adjustment, 10)).toBe('named')
    expect(reachOf(line({ reason: 40 }), adjustment, 10)).toBe('put')
    expect(availableTo(line({}), FREE_STOCK, 'expired')).toBe('24')
    const held = { ...FREE_STOCK.places[0]!, held: true, total_quantity: '4', available_quantity: '0' }
    expect([takable(held, 'picked'), takable(held, 'named')]).toEqual(['0', '4'])
  })

  it('is that of the very place where a line corrects what lies there', () => {
    const shown = (one: DraftLine) => availableTo(one, FREE_STOCK, 'named')
    // Without an area it is what lies in none.
    expect(shown(line({}))).toBe('0')
    expect(shown(line({ warehouses_areas_id: 2 }))).toBe('0')
    const named = line({ warehouses_areas_id: 2, batch_number: 'b1', quantity: '-2' })
    expect(shown(named)).toBe('1')
    expect(isShort(named, FREE_STOCK, 'named')).toBe(true)
    expect(shown(line({ warehouses_areas_id: 1, batch_number: 'OLD' }))).toBe('9')
  })

  it('is not known of a place that was not named among many', () => {
    const many = { ...FREE_STOCK, more: 3 }
    const elsewhere = line({ warehouses_areas_id: 9, quantity: '5' })
    expect(availableTo(elsewhere, many, 'picked')).toBeNull()
    expect(isShort(elsewhere, many, 'picked')).toBe(false)
    expect(availableTo(elsewhere, FREE_STOCK, 'picked')).toBe('0')
  })

  it('offers each batch once, with what the allowed places hold of it', () => {
    const shown = (one: DraftLine) =>
      batchesFor(one, FREE_STOCK, 'picked').map(({ batch, available }) => [batch, available])
    expect(shown(line({}))).toEqual([
      ['B1', '5'],
      ['B2', '10'],
      ['OLD', '9'],
    ])
    expect(shown(line({ warehouses_areas_id: 1, batch_number: 'B2' }))).toEqual([
      ['B1', '4'],
      ['OLD', '9'],
    ])
  })

  it('names the only place of a batch with it, where the place must be named', () => {
    const batches = batchesFor(line({}), FREE_STOCK, 'named')
    expect(batchTaken('B2', batches, 'named')).toMatchObject({ warehouses_areas_id: 2, batch_number: 'B2' })
    expect(batchTaken('B1', batches, 'named')).toEqual({ batch_number: 'B1' })
    expect(batchTaken('B2', batches, 'picked')).toEqual({ batch_number: 'B2' })
  })

  it('sends no dates with goods that lie there', () => {
    const dated = line({ produce_date: '2026-01-01', expiry_date: '2027-01-01' })
    expect(lineBody(dated, outbound)).toMatchObject({ produce_date: null, expiry_date: null })
    expect(lineBody(dated, inbound)).toMatchObject({ produce_date: '2026-01-01', expiry_date: '2027-01-01' })
    const { adjustment } = KINDS
    expect(lineBody(dated, adjustment, 10)).toMatchObject({ produce_date: null, expiry_date: null })
    expect(lineBody({ ...dated, reason: 40 }, adjustment, 10)).toMatchObject({ produce_date: '2026-01-01' })
  })
})

describe('a scan', () => {
  const product = { id: 9, product_no: 'P9', name: 'Nail', price: '2' }
  const scan = { raw: 'P9', products: ['P9'] }

  it('fills the line that is being filled in, if it has no product', () => {
    const [first, second] = [line({ quantity: '1' }), { ...emptyLine(), quantity: '5' }]
    const after = withScan([first, second], product, scan, { active: second.key })
    expect(after.key).toBe(second.key)
    expect(after.lines[1]).toMatchObject({ key: second.key, product_id: 9, quantity: '5', unit_price: '2' })
    const again = withScan(after.lines, product, scan, { active: first.key })
    expect(again.lines).toHaveLength(2)
    expect(again.lines[1]).toMatchObject({ quantity: '6' })
  })

  it('gets a line of its own otherwise', () => {
    const first = line({ quantity: '1' })
    const after = withScan([first, emptyLine()], product, scan, { active: first.key })
    expect(after.lines.map(({ product_id }) => product_id)).toEqual([7, 9])
  })

  it('fills the line whose own button has scanned, whatever others have', () => {
    const [first, second] = [line({ product_id: 9, quantity: '1' }), emptyLine()]
    const after = withScan([first, second], product, scan, { active: first.key, own: second.key })
    expect(after.lines.map(({ product_id, quantity }) => [product_id, quantity])).toEqual([
      [9, '1'],
      [9, '1'],
    ])
  })

  it('counts in the unit of the line where that is exact, else in the own unit of the product', () => {
    const box = { unit_id: 3, name: 'Box', decimals: 0, factor: '12', barcode: '' }
    const boxed = line({ product_id: 9, quantity: '2', unit_id: 3, units: [box] })
    const after = (quantity: string) =>
      withScan([boxed], product, { ...scan, quantity }).lines.map((one) => [one.quantity, one.unit_id])
    expect(after('12')).toEqual([['3', 3]])
    expect(after('1')).toEqual([['25', null]])
    const known = withScan([], { ...product, unit_id: 1, units: [box] }, scan).lines[0]
    expect(known).toMatchObject({ units: [box], base_unit_id: 1, unit_id: null })
  })

  it('is one less in a line that takes goods off, and finds its batch in any writing', () => {
    const lost = withScan(
      [],
      product,
      { ...scan, batch: 'b1' },
      {
        loses: () => true,
        unpriced: true,
      },
    )
    expect(lost.lines[0]).toMatchObject({ quantity: '-1', unit_price: '' })
    const again = withScan(lost.lines, product, { ...scan, batch: 'B1' }, { loses: () => true })
    expect(again.lines.map(({ quantity }) => quantity)).toEqual(['-2'])
  })
})

it('shows the prices of a column with as many decimals as the longest needs', () => {
  expect(columnDigits(['3', '2.5', null])).toBe(2)
  expect(columnDigits(['3', '2.125', 'x'])).toBe(3)
})
