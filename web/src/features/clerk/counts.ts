import { useCallback, useState } from 'react'
import { inOwnUnit, type Parts } from '@/shared/units/parts'
import type { Arrivals } from './arriving'
import type { Counts } from './counting'
import type { Scanned } from './picking'

const KEY = 'clerkCounts'
/** Orders whose counts are kept; the oldest go first. */
const ORDERS_MAX = 20

type Kept = [order: string, counts: object][]

function kept(): Kept {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? (value as Kept) : []
  } catch {
    return []
  }
}

function keep(order: string, counts: object): void {
  const others = kept().filter(([name]) => name !== order)
  const all: Kept = Object.keys(counts).length > 0 ? [...others, [order, counts]] : others
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(-ORDERS_MAX)))
  } catch {
    // Storage is full or forbidden: the counts last as long as the page.
  }
}

function useKept<T extends object>(
  order: string,
  none: T,
  read: (counts: object) => T = (counts) => counts as T,
): [T, (counts: T) => void] {
  const [counts, setCounts] = useState<T>(() => {
    const found = kept().find(([name]) => name === order)
    return found ? read(found[1]) : none
  })
  const set = useCallback(
    (next: T) => {
      setCounts(next)
      keep(order, next)
    },
    [order],
  )
  return [counts, set]
}

const NO_COUNTS: Counts = {}
const NO_SCANS: Scanned = {}
const NO_ARRIVALS: Arrivals = []

/** What was counted of each line of a sheet, by the line's number. */
export type SheetCounts = Readonly<Record<number, Parts>>
const NO_SHEET_COUNTS: SheetCounts = {}

/** What the page kept before lines were counted in several units was a quantity in the product's own. */
const sheetCounts = (counts: object): SheetCounts =>
  Object.fromEntries(
    Object.entries(counts as Readonly<Record<string, string | Parts>>).map(([line, counted]) => [
      line,
      typeof counted === 'string' ? inOwnUnit(counted) : counted,
    ]),
  )

/** What was counted of an order and not sent yet; it outlives a reload of the page. */
export const useCounts = (order: string) => useKept<Counts>(order, NO_COUNTS)

/** The same of a count sheet. */
export const useSheetCounts = (sheet: number) =>
  useKept<SheetCounts>(`count ${sheet}`, NO_SHEET_COUNTS, sheetCounts)

/** How much of that was scanned of which batch. */
export const useScanned = (order: string) => useKept<Scanned>(`scanned ${order}`, NO_SCANS)

/** The same of goods that come in, by batch. */
export const useArrivals = (order: string) => useKept<Arrivals>(`arrivals ${order}`, NO_ARRIVALS)
