/** Rows that are pasted from a spreadsheet: what they say, and what is wrong with them. Pure functions. */
import { decimal } from '@/shared/number/decimal'
import { CODE_MAX } from '@/shared/scan/gs1'
import type { Kind } from './kinds'
import { emptyLine, MOST_PLACES, productLabel, type DraftLine, type ProductRef } from './model'

/** Lines of one order. */
export const LINES_MAX = 5_000

export type Column = 'product' | 'quantity' | 'price' | 'batch' | 'produce' | 'expiry' | 'unit'

/** What the rows of a spreadsheet say. */
export interface Sheet {
  /** In their order. */
  columns: readonly Column[]
  /** Quantities are changes, more or less than 0. */
  signed: boolean
}

/** The rows of an order's lines; those that take goods have no dates. */
export const sheetOf = (kind: Kind): Sheet => ({
  columns: kind.takes
    ? ['product', 'quantity', 'price', 'batch', 'unit']
    : ['product', 'quantity', 'price', 'batch', 'produce', 'expiry', 'unit'],
  signed: kind.gains !== null,
})

/** The rows of a transfer's lines. */
export const TRANSFER_SHEET: Sheet = { columns: ['product', 'quantity', 'batch', 'unit'], signed: false }

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
}

/** What is wrong, with the row that it is in. Its text is `orderForm.pasted.<key>`. */
export interface PasteFault {
  row: number
  key: 'product' | 'quantity' | 'price' | 'date' | 'unknown' | 'unit' | 'many'
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

/** A number as people write it in sheets: with a currency's sign, and commas between the thousands. */
function plain(text: string): string {
  const bare = text.replace(/^\p{Sc}\s*/u, '')
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare
}

/** A day as people write it, as `YYYY-MM-DD`; nothing for one that does not exist. */
function day(text: string): string | undefined {
  const [, year, month, date] =
    /^(\d{4})\D(\d{1,2})\D(\d{1,2})\D?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  if (!year || !month || !date) return undefined
  const iso = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const time = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso) ? iso : undefined
}

/** Reads the rows. A first row without a digit in its quantity is a heading; empty rows are left out. */
export function readRows(text: string, sheet: Sheet): { rows: PastedRow[]; faults: PasteFault[] } {
  const rows: PastedRow[] = []
  const faults: PasteFault[] = []
  for (const [index, found] of cells(text).entries()) {
    const row = index + 1
    const cell = (column: Column): string => found[sheet.columns.indexOf(column)] ?? ''
    const [product, quantity, price] = [cell('product'), cell('quantity'), cell('price')]
    if (found.every((cell) => cell === '')) continue
    if (index === 0 && quantity !== '' && !/\d/.test(quantity)) continue
    if (rows.length === LINES_MAX) {
      faults.push({ row, key: 'many', value: String(LINES_MAX) })
      break
    }
    const fault = (key: PasteFault['key'], value: string): void => void faults.push({ row, key, value })
    if (product === '' || product.length > CODE_MAX) fault('product', product)
    const amount = decimal(plain(quantity))
    if (!amount || (sheet.signed ? amount.eq(0) : amount.lte(0))) fault('quantity', quantity)
    if (price !== '' && !decimal(plain(price))?.gte(0)) fault('price', price)
    const dayOf = (column: Column): string | null => {
      if (cell(column) === '') return null
      const iso = day(cell(column))
      if (!iso) fault('date', cell(column))
      return iso ?? null
    }
    rows.push({
      row,
      product,
      quantity: plain(quantity),
      price: plain(price),
      batch: cell('batch'),
      produce: dayOf('produce'),
      expiry: dayOf('expiry'),
      unit: cell('unit'),
    })
  }
  return { rows, faults }
}

export type PastedProduct = ProductRef & { id: number; price?: string | null }

/** The other unit of a product with this name; null is its own, and nothing is none of them. */
function unitNamed(name: string, product: PastedProduct): number | null | undefined {
  const same = (known: string): boolean => known.trim().toLowerCase() === name.toLowerCase()
  if (name === '' || same(product.unit?.name ?? '')) return null
  return product.units?.find((unit) => same(unit.name))?.unit_id
}

/** The lines of the rows, with the products that their numbers were found to name. */
export function linesOfRows(
  rows: readonly PastedRow[],
  products: ReadonlyMap<string, PastedProduct>,
  sheet: Sheet,
): { lines: DraftLine[]; faults: PasteFault[] } {
  const faults: PasteFault[] = []
  const lines = rows.flatMap((row): DraftLine[] => {
    const product = products.get(row.product)
    if (!product) {
      faults.push({ row: row.row, key: 'unknown', value: row.product })
      return []
    }
    const unit = unitNamed(row.unit, product)
    if (unit === undefined) {
      faults.push({ row: row.row, key: 'unit', value: row.unit })
      return []
    }
    return [
      {
        ...emptyLine(),
        product_id: product.id,
        productLabel: productLabel(product),
        decimals: product.unit?.decimals ?? MOST_PLACES,
        unit: product.unit?.name ?? '',
        base_unit_id: product.unit_id ?? null,
        units: product.units ?? [],
        unit_id: unit,
        quantity: row.quantity,
        unit_price: row.price || (sheet.signed ? '' : String(product.price ?? '')),
        batch_number: row.batch,
        produce_date: row.produce,
        expiry_date: row.expiry,
      },
    ]
  })
  return { lines, faults }
}
