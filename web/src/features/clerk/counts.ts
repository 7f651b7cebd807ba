import { useCallback, useState } from 'react'
import type { Counts } from './counting'

const KEY = 'clerkCounts'
/** Orders whose counts are kept; the oldest go first. */
const ORDERS_MAX = 20

type Kept = [order: string, counts: Counts][]

function kept(): Kept {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? (value as Kept) : []
  } catch {
    return []
  }
}

function keep(order: string, counts: Counts): void {
  const others = kept().filter(([name]) => name !== order)
  const all = Object.keys(counts).length > 0 ? [...others, [order, counts] as const] : others
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(-ORDERS_MAX)))
  } catch {
    // Storage is full or forbidden: the counts last as long as the page.
  }
}

/** What was counted of an order and not sent yet; it outlives a reload of the page. */
export function useCounts(order: string): [Counts, (counts: Counts) => void] {
  const [counts, setCounts] = useState<Counts>(() => kept().find(([name]) => name === order)?.[1] ?? {})
  const set = useCallback(
    (next: Counts) => {
      setCounts(next)
      keep(order, next)
    },
    [order],
  )
  return [counts, set]
}
