import { useEffect, useRef, useState } from 'react'

const FLASH_MS = 1_800

/** Ids of rows that are new or differ from what the same view showed before; empty again after the flash. */
export function useChanged<T extends { id: number }>(
  view: string,
  rows: readonly T[] | null,
): ReadonlySet<number> {
  const before = useRef<{ view: string; rows: Map<number, string> } | null>(null)
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    if (!rows) return
    const now = new Map(rows.map((row) => [row.id, JSON.stringify(row)]))
    const old = before.current
    before.current = { view, rows: now }
    if (!old || old.view !== view) return
    const ids = [...now].filter(([id, text]) => old.rows.get(id) !== text).map(([id]) => id)
    if (ids.length === 0) return
    setChanged(new Set(ids))
    const timer = setTimeout(() => setChanged(new Set()), FLASH_MS)
    return () => clearTimeout(timer)
  }, [view, rows])
  return changed
}
