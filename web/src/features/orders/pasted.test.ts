import { describe, expect, it } from 'vitest'
import { KINDS } from './kinds'
import { readRows, sheetOf, type Sheet } from './pasted'

const SHEET: Sheet = {
  columns: ['product', 'quantity', 'price', 'batch', 'produce', 'expiry', 'unit', 'area', 'shelf'],
  signed: false,
  moves: false,
}
const NAMES = { product: ['Product'], quantity: ['Quantity'], price: ['Unit price'], batch: ['Batch'] }
const faultsOf = (text: string, sheet = SHEET): string[] =>
  readRows(text, sheet, NAMES).faults.map(({ row, column, key, value }) => `${row} ${column} ${key} ${value}`)

describe('pasted rows', () => {
  it('reads numbers as files do', () => {
    const quantities = [
      '2,5',
      '1,000',
      '1 234,5',
      '1.234,56',
      '（3）',
      '１２',
      "1'000 box",
      '2 箱',
      '1e5',
      '1,2,3',
      '50%',
    ]
    const { rows, faults } = readRows(quantities.map((text) => `P\t${text}`).join('\n'), {
      ...SHEET,
      signed: true,
    })
    expect(rows.map(({ quantity, unit }) => [quantity, unit].filter(Boolean).join(' '))).toEqual([
      '2.5',
      '1000',
      '1234.5',
      '1234.56',
      '-3',
      '12',
      '1000 box',
      '2 箱',
      '',
      '',
      '',
    ])
    expect(faults.map(({ row, column, value }) => [row, column, value])).toEqual([
      [9, 'quantity', '1e5'],
      [10, 'quantity', '1,2,3'],
      [11, 'quantity', '50%'],
    ])
    expect(faultsOf('P\t1\t2,50\nP\t1\t¥ 1,234.50\nP\t1\t-1\nP\t1\t1 5')).toEqual([
      '3 price price -1',
      '4 price price 1 5',
    ])
  })

  it('reads days as files do', () => {
    const days = ['2027/1/5', '2027年1月5日', '20270105', '2027-01-05 00:00:00', '5/1/2027']
    const { rows, faults } = readRows(days.map((day) => `P\t1\t\t\t${day}`).join('\n'), SHEET)
    expect(rows.map(({ produce }) => produce)).toEqual([...Array<string>(4).fill('2027-01-05'), null])
    expect(faults).toEqual([{ row: 5, column: 'produce', key: 'date', value: '5/1/2027' }])
  })

  it('counts blank rows, and takes a heading below them', () => {
    const { rows, faults } = readRows('\n\t\nQuantity\tProduct\n3\tP7\n\nx\tP8\n', SHEET, NAMES)
    expect(rows.map(({ row, product, quantity }) => [row, product, quantity])).toEqual([
      [4, 'P7', '3'],
      [6, 'P8', ''],
    ])
    expect(faults.map(({ row }) => row)).toEqual([6])
  })

  it('refuses codes that a spreadsheet has cut, and a heading that names a column twice', () => {
    expect(faultsOf('6.90123E+12\t1\t\t1.5E+10')).toEqual([
      '1 product digits 6.90123E+12',
      '1 batch digits 1.5E+10',
    ])
    expect(faultsOf('Product\tQuantity\tQuantity\nP\t1\t2')).toEqual(['1 quantity twice '])
    expect(faultsOf('P\t1\tB', sheetOf(KINDS.transfer))).toEqual([])
  })
})
