import { proxy, subscribe } from 'valtio'

export type Density = 'default' | 'middle' | 'small'

export interface View {
  /** Columns in the reader's own order; those that are not named follow in theirs. */
  order: string[]
  /** Shown or hidden against the declaration. */
  shown: Record<string, boolean>
}

interface Views {
  density: Density
  of: Record<string, View>
}

const KEY = 'resourceViews'
/** Pages whose columns are remembered; the oldest are forgotten. */
const VIEWS_MAX = 100

function storedViews(): Views {
  try {
    const saved = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}') as Partial<Views>
    return { density: saved.density ?? 'middle', of: saved.of ?? {} }
  } catch {
    return { density: 'middle', of: {} }
  }
}

/** A user's settings of lists: columns, their order and the row height. */
export const views = proxy<Views>(storedViews())

subscribe(views, () => {
  const names = Object.keys(views.of)
  if (names.length > VIEWS_MAX) delete views.of[names[0] ?? '']
  globalThis.localStorage?.setItem(KEY, JSON.stringify(views))
})

export function viewOf(name: string): View {
  views.of[name] ??= { order: [], shown: {} }
  return views.of[name]
}

/** Columns as the reader wants them. */
export function arranged<T extends { key: string; hidden?: boolean }>(
  columns: readonly T[],
  view: { readonly order: readonly string[]; readonly shown: Readonly<Record<string, boolean>> } | undefined,
): { column: T; shown: boolean }[] {
  const place = (key: string): number => {
    const at = view?.order.indexOf(key) ?? -1
    return at < 0 ? Number.POSITIVE_INFINITY : at
  }
  return columns
    .map((column, index) => ({
      column,
      index,
      place: place(column.key),
      shown: view?.shown[column.key] ?? !column.hidden,
    }))
    .sort((a, b) => (a.place === b.place ? a.index - b.index : a.place - b.place))
    .map(({ column, shown }) => ({ column, shown }))
}

/** Moves a column one place to the left or to the right. */
export function moveColumn(name: string, keys: readonly string[], key: string, by: -1 | 1): void {
  const at = keys.indexOf(key)
  const to = at + by
  if (at < 0 || to < 0 || to >= keys.length) return
  const order = [...keys]
  order.splice(at, 1)
  order.splice(to, 0, key)
  viewOf(name).order = order
}
