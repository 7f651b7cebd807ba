import { useRef } from 'react'
import type { OrderRow } from './model'

/** The rows that a list has shown, page by page, by their ids: what is chosen may be on another page. */
export function useSeen(rows: readonly OrderRow[] | undefined): ReadonlyMap<number, OrderRow> {
  const seen = useRef(new Map<number, OrderRow>())
  for (const row of rows ?? []) seen.current.set(row.id, row)
  return seen.current
}
