/** Filters that this browser kept before they were kept with the account; they go up when those of their list are opened. */
import type { SavedFilter } from './filterStore'

const KEY = 'savedFilters'

function isSaved(one: unknown): one is SavedFilter {
  const { name, search } = (one ?? {}) as Partial<SavedFilter>
  return typeof name === 'string' && typeof search === 'string'
}

function stored(): Record<string, SavedFilter[]> {
  try {
    const read = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(read).map(([list, saved]) => [list, Array.isArray(saved) ? saved.filter(isSaved) : []]),
    )
  } catch {
    return {}
  }
}

export const formerFilters = (list: string): SavedFilter[] => stored()[list] ?? []

export function forgetFormer(list: string, name: string): void {
  const all = stored()
  all[list] = (all[list] ?? []).filter((one) => one.name !== name)
  const left = Object.entries(all).filter(([, saved]) => saved.length > 0)
  try {
    if (left.length > 0) globalThis.localStorage?.setItem(KEY, JSON.stringify(Object.fromEntries(left)))
    else globalThis.localStorage?.removeItem(KEY)
  } catch {
    // Storage is forbidden: it goes up again, and takes the place of itself.
  }
}
