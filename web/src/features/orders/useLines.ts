import { useCallback, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import type { FoundProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { blank, emptyLine, type DraftLine } from './model'
import { withScan, type Counting } from './scanned'

/** The order of cells that Enter walks through. */
const WALK = ['quantity', 'unit_price', 'batch_number']

/** Lines that are drawn at once: more make typing slow. */
export const PAGE_SIZE = 50

const pageOf = (index: number): number => Math.floor(Math.max(index, 0) / PAGE_SIZE) + 1

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
  /** The page of lines that is drawn, from 1. */
  page: number
  turn: (page: number) => void
  /** Turns to the page of a line. */
  reveal: (key: number) => void
  /** The line that is being filled in. */
  active: number | null
  enter: (key: number) => void
  replace: Dispatch<SetStateAction<readonly DraftLine[]>>
  change: (key: number, changes: Partial<DraftLine>) => void
  add: () => void
  /** Adds lines behind the filled ones. */
  append: (lines: readonly DraftLine[]) => void
  copy: (key: number) => void
  remove: (key: number) => void
  /** The number of the filled line that was removed last, from 1; nothing once the others were replaced. */
  removed: number | null
  /** Puts that line back where it was. */
  putBack: () => void
  /** Counts a scanned product. */
  scan: (product: FoundProduct, scan: Scan, counting?: Counting) => void
  /** Moves to the cell after this one; after the last cell of the last line, to a new line. */
  next: (key: number, after: string) => void
}

/** The lines of a form. `touch` hears of each change by a person, and stays the same. */
export function useLines(touch: () => void): Lines {
  const [lines, replace] = useState<readonly DraftLine[]>(() => [emptyLine()])
  const [removed, setRemoved] = useState<{ line: DraftLine; at: number } | null>(null)
  const [page, turn] = useState(1)
  const [active, enter] = useState<number | null>(null)
  // What the callbacks look at; they stay the same, so that a line is only drawn when it has changed.
  const now = useRef({ lines, active, removed })
  now.current = { lines, active, removed }

  const change = useCallback(
    (key: number, changes: Partial<DraftLine>) => {
      touch()
      replace((old) => old.map((line) => (line.key === key ? { ...line, ...changes } : line)))
    },
    [touch],
  )
  const add = useCallback(() => {
    const line = emptyLine()
    replace((old) => [...old, line])
    turn(pageOf(now.current.lines.length))
    soon(`${line.key}.product_id`)
  }, [])
  const append = useCallback(
    (more: readonly DraftLine[]) => {
      touch()
      const filled = now.current.lines.filter((line) => !blank(line))
      replace([...filled, ...more])
      turn(pageOf(filled.length))
    },
    [touch],
  )
  const copy = useCallback(
    (key: number) => {
      touch()
      replace((old) =>
        old.flatMap((line) => (line.key === key ? [line, { ...line, key: emptyLine().key }] : [line])),
      )
    },
    [touch],
  )
  const remove = useCallback(
    (key: number) => {
      touch()
      const at = now.current.lines.findIndex((line) => line.key === key)
      const line = now.current.lines[at]
      if (line && !blank(line)) setRemoved({ line, at })
      replace((old) => (old.length === 1 ? [emptyLine()] : old.filter((line) => line.key !== key)))
    },
    [touch],
  )
  const putBack = useCallback(() => {
    const { removed } = now.current
    if (!removed) return
    setRemoved(null)
    replace((old) => [...old.slice(0, removed.at), removed.line, ...old.slice(removed.at)])
    turn(pageOf(removed.at))
    soon(`${removed.line.key}.quantity`)
  }, [])
  // A removed line may not suit what the others have become, as of another warehouse.
  const replaceAll = useCallback<typeof replace>((next) => {
    setRemoved(null)
    replace(next)
  }, [])
  const reveal = useCallback((key: number) => {
    turn(pageOf(now.current.lines.findIndex((line) => line.key === key)))
  }, [])
  const next = useCallback(
    (key: number, after: string) => {
      const following = WALK[WALK.indexOf(after) + 1]
      if (following) return soon(`${key}.${following}`)
      const at = now.current.lines.findIndex((line) => line.key === key) + 1
      const below = now.current.lines[at]
      if (!below) return add()
      turn(pageOf(at))
      soon(`${below.key}.product_id`)
    },
    [add],
  )
  const scan = useCallback(
    (product: FoundProduct, code: Scan, counting: Counting = {}) => {
      touch()
      const { lines, active } = now.current
      const { lines: all, key } = withScan(lines, product, code, { active, ...counting })
      // Scans may follow each other faster than the form is drawn.
      now.current = { ...now.current, lines: all }
      replace(all)
      turn(pageOf(all.findIndex((line) => line.key === key)))
      enter(key)
    },
    [touch],
  )
  return {
    lines,
    page,
    turn,
    reveal,
    active,
    enter,
    replace: replaceAll,
    change,
    add,
    append,
    copy,
    remove,
    removed: removed && removed.at + 1,
    putBack,
    scan,
    next,
  }
}
