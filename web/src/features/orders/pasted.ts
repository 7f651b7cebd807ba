/** Rows that are pasted from a spreadsheet: what they say, and what is wrong with them. Pure functions. */
import { decimal } from '@/shared/number/decimal'
import { CODE_MAX } from '@/shared/scan/gs1'
import type { Kind } from './kinds'
import { emptyLine, MOST_PLACES, productLabel, type DraftLine, type ProductRef } from './model'

/** Lines of one order. */
export const LINES_MAX = 5_000

/** The columns in their order; lines that take goods have no dates. */
export const columnsOf = (kind: Kind): readonly Column[] => (kind.takes ? COLUMNS.slice(0, 4) : COLUMNS)

const COLUMNS = ['product', 'quantity', 'price', 'batch', 'produce', 'expiry'] as const
export type Column = (typeof COLUMNS)[number]

export interface PastedRow {
  /** Of the pasted text, from 1. */
  row: number
  product: string
  quantity: string
  price: string
  batch: string
  produce: string | null
  expiry: string | null
}

/** What is wrong, with the row that it is in. Its text is `orderForm.pasted.<key>`. */
export interface PasteFault {
  row: number
  key: 'product' | 'quantity' | 'price' | 'date' | 'unknown' | 'many'
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
export function readRows(text: string, kind: Kind): { rows: PastedRow[]; faults: PasteFault[] } {
  const rows: PastedRow[] = []
  const faults: PasteFault[] = []
  const dated = !kind.takes
  for (const [index, found] of cells(text).entries()) {
    const row = index + 1
    const [product = '', quantity = '', price = '', batch = '', produce = '', expiry = ''] = found
    if (found.every((cell) => cell === '')) continue
    if (index === 0 && quantity !== '' && !/\d/.test(quantity)) continue
    if (rows.length === LINES_MAX) {
      faults.push({ row, key: 'many', value: String(LINES_MAX) })
      break
    }
    const fault = (key: PasteFault['key'], value: string): void => void faults.push({ row, key, value })
    if (product === '' || product.length > CODE_MAX) fault('product', product)
    const amount = decimal(plain(quantity))
    if (!amount || (kind.gains ? amount.eq(0) : amount.lte(0))) fault('quantity', quantity)
    if (price !== '' && !decimal(plain(price))?.gte(0)) fault('price', price)
    const dayOf = (cell: string): string | null => {
      if (!dated || cell === '') return null
      const iso = day(cell)
      if (!iso) fault('date', cell)
      return iso ?? null
    }
    rows.push({
      row,
      product,
      quantity: plain(quantity),
      price: plain(price),
      batch,
      produce: dayOf(produce),
      expiry: dayOf(expiry),
    })
  }
  return { rows, faults }
}

export type PastedProduct = ProductRef & { id: number; price?: string | null }

/** The lines of the rows, with the products that their numbers were found to name. */
export function linesOfRows(
  rows: readonly PastedRow[],
  products: ReadonlyMap<string, PastedProduct>,
  kind: Kind,
): { lines: DraftLine[]; faults: PasteFault[] } {
  const faults: PasteFault[] = []
  const lines = rows.flatMap((row): DraftLine[] => {
    const product = products.get(row.product)
    if (!product) {
      faults.push({ row: row.row, key: 'unknown', value: row.product })
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
        quantity: row.quantity,
        unit_price: row.price || (kind.gains ? '' : String(product.price ?? '')),
        batch_number: row.batch,
        produce_date: row.produce,
        expiry_date: row.expiry,
      },
    ]
  })
  return { lines, faults }
}
