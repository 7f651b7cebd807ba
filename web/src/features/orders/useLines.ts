import { useCallback, useState } from 'react'
import type { FoundProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { emptyLine, type DraftLine } from './model'
import { withScan } from './scanned'

/** The order of cells that Enter walks through. */
const WALK = ['quantity', 'unit_price', 'batch_number']

function focus(cell: string): boolean {
  const found = document.querySelector<HTMLElement>(`[data-cell="${cell}"]`)
  if (!found) return false
  const input =
    found instanceof HTMLInputElement ? found : found.querySelector<HTMLElement>('input, [tabindex]')
  input?.focus()
  if (input instanceof HTMLInputElement) input.select()
  return true
}

const soon = (cell: string): void => {
  requestAnimationFrame(() => focus(cell))
}

export interface Lines {
  lines: readonly DraftLine[]
  replace: (lines: readonly DraftLine[]) => void
  change: (key: number, changes: Partial<DraftLine>) => void
  add: () => void
  copy: (key: number) => void
  remove: (key: number) => void
  /** Counts a scanned product. */
  scan: (product: FoundProduct, scan: Scan) => void
  /** Moves to the cell after this one; after the last cell of the last line, to a new line. */
  next: (key: number, after: string) => void
}

export function useLines(): Lines {
  const [lines, replace] = useState<readonly DraftLine[]>(() => [emptyLine()])

  const change = useCallback((key: number, changes: Partial<DraftLine>) => {
    replace((old) => old.map((line) => (line.key === key ? { ...line, ...changes } : line)))
  }, [])
  const add = useCallback(() => {
    const line = emptyLine()
    replace((old) => [...old, line])
    soon(`${line.key}.product_id`)
  }, [])
  const copy = useCallback((key: number) => {
    replace((old) =>
      old.flatMap((line) => (line.key === key ? [line, { ...line, key: emptyLine().key }] : [line])),
    )
  }, [])
  const remove = useCallback((key: number) => {
    replace((old) => (old.length === 1 ? [emptyLine()] : old.filter((line) => line.key !== key)))
  }, [])
  const next = useCallback((key: number, after: string) => {
    const following = WALK[WALK.indexOf(after) + 1]
    if (following) return soon(`${key}.${following}`)
    const rows = [...document.querySelectorAll<HTMLElement>('[data-line]')].map((row) =>
      Number(row.dataset.line),
    )
    const below = rows[rows.indexOf(key) + 1]
    if (below !== undefined) soon(`${below}.product_id`)
    else {
      const line = emptyLine()
      replace((old) => [...old, line])
      soon(`${line.key}.product_id`)
    }
  }, [])
  const scan = useCallback((product: FoundProduct, code: Scan) => {
    replace((old) => withScan(old, product, code))
  }, [])
  return { lines, replace, change, add, copy, remove, scan, next }
}
