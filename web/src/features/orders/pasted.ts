/** Rows that are pasted from a spreadsheet: what they say, and what is wrong with them. Pure functions. */
import { folded } from '@/shared/folded'
import { dayOf } from '@/shared/number/day'
import { decimal } from '@/shared/number/decimal'
import { hasLostDigits, usual, written } from '@/shared/number/written'
import type { ListedProduct } from '@/shared/scan/findProduct'
import { CODE_MAX } from '@/shared/scan/gs1'
import type { Kind } from './kinds'
import { atSpot, emptyLine, ofProduct, type ChosenProduct, type DraftLine } from './model'
import { NO_PLACES, spotCalled, type NamedPlaces } from './pastedPlaces'
import { unitCalled } from './unitNames'

/** Lines of one order. */
export const LINES_MAX = 5_000

export type Column =
  | 'product'
  | 'quantity'
  | 'price'
  | 'batch'
  | 'produce'
  | 'expiry'
  | 'unit'
  | 'area'
  | 'shelf'
  | 'toArea'
  | 'toShelf'

/** What the rows of a spreadsheet say. */
export interface Sheet {
  /** In their order. */
  columns: readonly Column[]
  /** Quantities are changes, more or less than 0. */
  signed: boolean
  /** A row without a price has none: it is not the sales price. */
  unpriced?: boolean
  /** Goods go from a place to another: rows name both. */
  moves: boolean
}

/** The rows of an order's lines: those that take goods have no dates; area and shelf of a transfer are where it takes them. */
export const sheetOf = (kind: Kind): Sheet => ({
  columns: [
    ...(['product', 'quantity'] as const),
    ...(kind.priced ? (['price'] as const) : []),
    'batch',
    ...(kind.takes ? [] : (['produce', 'expiry'] as const)),
    ...(['unit', 'area', 'shelf'] as const),
    ...(kind.twoSided ? (['toArea', 'toShelf'] as const) : []),
  ],
  signed: kind.gains !== null,
  unpriced: kind.gains !== null || !!kind.purchases,
  moves: kind.twoSided,
})

export interface PastedRow {
  /** Of the pasted text, from 1. */
  row: number
  product: string
  quantity: string
  price: string
  batch: string
  produce: string | null
  expiry: string | null
  /** The name of the unit of its quantity; empty for the product's own. */
  unit: string
  /** Where the goods lie or are to lie, by name or number; empty for wherever the warehouse has them. */
  area: string
  shelf: string
  /** Where goods that are moved are put; empty for where the order says. */
  toArea: string
  toShelf: string
}

type FaultKey =
  | 'product'
  | 'quantity'
  | 'price'
  | 'date'
  | 'unknown'
  | 'unit'
  | 'area'
  | 'shelf'
  | 'many'
  | 'digits'
  | 'twice'

/** What is wrong, with the row and the column that it is in. Its text is `orderForm.pasted.<key>`. */
export interface PasteFault {
  row: number
  /** Nothing for what is wrong with all rows together. */
  column: Column | null
  key: FaultKey
  value: string
}

/** Whether a text is more than the value of one cell. */
export const isTable = (text: string): boolean => text.includes('\t') || /\S[\r\n]+\S/.test(text)

/** The cells of a text as spreadsheets copy it: tabs and line ends between; a cell that holds either is quoted. */
export function cells(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (letter === '"' && cell === '') quoted = true
    else if (letter === '\t') {
      row.push(cell.trim())
      cell = ''
    } else if (letter === '\n') {
      rows.push([...row, cell.trim()])
      row = []
      cell = ''
    } else if (letter !== '\r') cell += letter
  }
  if (cell.trim() !== '' || row.length > 0) rows.push([...row, cell.trim()])
  return rows
}

/** What each column may be called in a heading, in the reader's language. */
export type Names = Readonly<Partial<Record<Column, readonly string[]>>>

/** The columns in the order in which a heading names them; nothing for one that does not name product and quantity. */
function named(heading: readonly string[], sheet: Sheet, names: Names): (Column | null)[] | null {
  const columns = heading.map(
    (cell) =>
      sheet.columns.find((column) => names[column]?.some((name) => folded(name) === folded(cell))) ?? null,
  )
  return columns.includes('product') && columns.includes('quantity') ? columns : null
}

/** A quantity that is written with its unit: `3 box`. */
const WITH_UNIT = /^(.*\d\.?)\s*([^\d\s.,'()%+\p{Sc}-][^\d]*)$/u

/** The number of a cell with a quantity, and the unit that may stand behind it. */
function withUnit(cell: string): [number: string | null, unit: string] {
  const number = written(cell)
  if (number !== null) return [number, '']
  const [, bare, unit] = WITH_UNIT.exec(usual(cell)) ?? []
  return bare === undefined || unit === undefined ? [null, ''] : [written(bare), unit]
}

/** The first column that a heading names twice. */
const twiceNamed = (columns: readonly (Column | null)[]): Column | undefined =>
  columns.find((column, at): column is Column => column !== null && columns.indexOf(column) !== at)

/**
 * Reads the rows. A first row without a digit in its quantity is a heading: the columns are in the order that it names, or
 * in the sheet's. Empty rows are left out, also above a heading.
 */
export function readRows(
  text: string,
  sheet: Sheet,
  names: Names = {},
): { rows: PastedRow[]; faults: PasteFault[] } {
  const rows: PastedRow[] = []
  const faults: PasteFault[] = []
  let columns: readonly (Column | null)[] = sheet.columns
  let isFirst = true
  for (const [index, found] of cells(text).entries()) {
    const row = index + 1
    const cell = (column: Column): string => found[columns.indexOf(column)] ?? ''
    if (found.every((cell) => cell === '')) continue
    const order = isFirst ? named(found, sheet, names) : null
    const isHeading =
      order !== null || (isFirst && cell('quantity') !== '' && !/\d/.test(usual(cell('quantity'))))
    isFirst = false
    if (order) columns = order
    const twice = order && twiceNamed(order)
    if (twice) return { rows, faults: [{ row, column: twice, key: 'twice', value: '' }] }
    if (isHeading) continue
    if (rows.length === LINES_MAX) {
      faults.push({ row, column: null, key: 'many', value: String(LINES_MAX) })
      break
    }
    const [product, batch] = [cell('product'), cell('batch')]
    const price = written(cell('price'))
    const [quantity, unit] =
      cell('unit') === '' ? withUnit(cell('quantity')) : [written(cell('quantity')), cell('unit')]
    const fault = (column: Column, value: string, key: FaultKey = column as FaultKey): void =>
      void faults.push({ row, column, key, value })
    if (product === '' || product.length > CODE_MAX) fault('product', product)
    for (const code of ['product', 'batch'] as const)
      if (hasLostDigits(cell(code))) fault(code, cell(code), 'digits')
    const amount = decimal(quantity)
    if (!amount || (sheet.signed ? amount.eq(0) : amount.lte(0))) fault('quantity', cell('quantity'))
    if (price !== '' && !decimal(price)?.gte(0)) fault('price', cell('price'))
    const dateIn = (column: Column): string | null => {
      if (cell(column) === '') return null
      const iso = dayOf(cell(column))
      if (!iso) fault(column, cell(column), 'date')
      return iso
    }
    rows.push({
      row,
      product,
      quantity: quantity ?? '',
      price: price ?? '',
      batch,
      produce: dateIn('produce'),
      expiry: dateIn('expiry'),
      unit,
      area: cell('area'),
      shelf: cell('shelf'),
      toArea: cell('toArea'),
      toShelf: cell('toShelf'),
    })
  }
  return { rows, faults }
}

export type PastedProduct = ChosenProduct & Partial<Pick<ListedProduct, 'price'>>

/** What rows name of the warehouse where goods lie or are to lie, and of the one that they are moved to. */
export interface SheetPlaces {
  at: NamedPlaces
  to: NamedPlaces
}
const NOWHERE_NAMED: SheetPlaces = { at: NO_PLACES, to: NO_PLACES }

/** The lines of the rows, with the products that their numbers were found to name. */
export function linesOfRows(
  rows: readonly PastedRow[],
  products: ReadonlyMap<string, PastedProduct>,
  sheet: Sheet,
  places: SheetPlaces = NOWHERE_NAMED,
): { lines: DraftLine[]; faults: PasteFault[] } {
  const faults: PasteFault[] = []
  const lines = rows.flatMap((row): DraftLine[] => {
    const product = products.get(row.product)
    if (!product) {
      faults.push({ row: row.row, column: 'product', key: 'unknown', value: row.product })
      return []
    }
    const unit = unitCalled(row.unit, product)
    if (unit === undefined) {
      faults.push({ row: row.row, column: 'unit', key: 'unit', value: row.unit })
      return []
    }
    const spot = spotCalled(row.area, row.shelf, places.at)
    if (typeof spot === 'string') {
      faults.push({ row: row.row, column: spot, key: spot, value: row[spot] })
      return []
    }
    const to = spotCalled(row.toArea, row.toShelf, places.to)
    if (typeof to === 'string') {
      const column = to === 'area' ? 'toArea' : 'toShelf'
      faults.push({ row: row.row, column, key: to, value: row[column] })
      return []
    }
    return [
      {
        ...emptyLine(),
        ...atSpot(spot),
        ...ofProduct(product),
        unit_id: unit,
        quantity: row.quantity,
        unit_price: row.price || (sheet.signed || sheet.unpriced ? '' : String(product.price ?? '')),
        batch_number: row.batch,
        produce_date: row.produce,
        expiry_date: row.expiry,
        to,
      },
    ]
  })
  return { lines, faults }
}
