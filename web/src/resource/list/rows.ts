import type { Row } from '../types'

type Branch<T> = T & { children?: readonly Branch<T>[] }

/** A tree's rows in the order they are shown, with how deep each lies. */
export function flattened<T extends Row>(
  rows: readonly T[],
  open: (id: number) => boolean = () => true,
  depth = 0,
): { row: T; depth: number }[] {
  return rows.flatMap((row) => {
    const { children } = row as Branch<T>
    return [{ row, depth }, ...(children?.length && open(row.id) ? flattened(children, open, depth + 1) : [])]
  })
}

/** Rows that have rows below them. */
export function branches<T extends Row>(rows: readonly T[]): number[] {
  return flattened(rows)
    .filter(({ row }) => ((row as Branch<T>).children?.length ?? 0) > 0)
    .map(({ row }) => row.id)
}

/** A row and all below it. */
export function withBelow<T extends Row>(rows: readonly T[], ids: readonly number[]): number[] {
  const wanted = new Set(ids)
  const found = new Set<number>()
  for (const { row } of flattened(rows))
    if (wanted.has(row.id)) for (const below of flattened([row])) found.add(below.row.id)
  return [...found]
}
