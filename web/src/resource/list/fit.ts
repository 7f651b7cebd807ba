import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Column } from '../types'
import { views } from './views'

type Look = Pick<Column<never>, 'key' | 'figure' | 'primary' | 'lesser' | 'state' | 'wideOnly'> & {
  wanted?: boolean
}

/** What never makes room for others: the row's name, what the list exists for, and what the reader has asked for. */
const stays = ({ figure, primary, wanted }: Look): boolean => !!(figure || primary || wanted)

/**
 * The columns that make room, so that the others fit into `room` pixels: first those that a card leaves out as well,
 * then lesser ones, and what says a row's state at last, each time the last one first.
 */
export function leftOut(
  columns: readonly Look[],
  widthOf: (key: string) => number,
  room: number,
): readonly string[] {
  let wide = columns.reduce((sum, { key }) => sum + widthOf(key), 0)
  const out: string[] = []
  const backwards = [...columns].reverse().filter((column) => !stays(column))
  for (const { key } of [
    ...backwards.filter(({ wideOnly }) => wideOnly),
    ...backwards.filter(({ wideOnly, lesser }) => lesser && !wideOnly),
    ...backwards.filter(({ wideOnly, lesser, state }) => !lesser && !wideOnly && !state),
    ...backwards.filter(({ wideOnly, lesser, state }) => !lesser && !wideOnly && state),
  ]) {
    if (wide <= room) break
    wide -= widthOf(key)
    out.push(key)
  }
  return out
}

const SCROLLER = '.arco-table-content-scroll, .arco-table-body'
/** Rounded widths do not add up to the pixel. */
const SLACK = 1

const same = (a: readonly string[], b: readonly string[]): boolean => a.join() === b.join()

/**
 * Leaves out columns while a table is wider than its frame, before anybody sees it. A table that has to be scrolled
 * shows each column as wide as it would be; these widths are kept for when there is more room.
 */
export function useFit(
  list: string,
  columns: readonly Look[],
  rows: readonly unknown[],
): {
  frame: RefObject<HTMLDivElement>
  out: readonly string[]
  /** Even what stays is too wide: texts take two lines. */
  tight: boolean
} {
  const frame = useRef<HTMLDivElement>(null)
  const natural = useRef(new Map<string, number>())
  /** What is beside the columns: boxes, handles, actions. */
  const beside = useRef(0)
  const [out, setOut] = useState<readonly string[]>(views.leftOut[list] ?? [])
  const [tight, setTight] = useState(false)
  const [room, setRoom] = useState(0)

  useLayoutEffect(() => {
    const element = frame.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const watcher = new ResizeObserver(() => {
      // A page behind another has no width.
      if (element.clientWidth > 0) setRoom(element.clientWidth)
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])

  useLayoutEffect(() => {
    const element = frame.current
    if (!element || element.clientWidth === 0) return
    const scroller = element.querySelector<HTMLElement>(SCROLLER)
    const table = scroller?.querySelector('table')
    if (!scroller || !table) return
    if (!tight && table.offsetWidth > scroller.clientWidth + SLACK) {
      let known = 0
      for (const head of element.querySelectorAll<HTMLElement>('th[data-column]')) {
        natural.current.set(head.dataset.column ?? '', head.offsetWidth)
        known += head.offsetWidth
      }
      beside.current = table.offsetWidth - known
    }
    const widthOf = (key: string): number => natural.current.get(key) ?? 0
    const space = scroller.clientWidth + SLACK - beside.current
    const next = leftOut(columns, widthOf, space)
    const kept = columns.filter(({ key }) => !next.includes(key))
    setTight(kept.reduce((sum, { key }) => sum + widthOf(key), 0) > space)
    if (same(next, out)) return
    setOut(next)
    views.leftOut[list] = next
  }, [list, columns, rows, room, out, tight])

  return { frame, out, tight }
}
