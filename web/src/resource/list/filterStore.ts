import { proxy, subscribe } from 'valtio'

export interface SavedFilter {
  name: string
  /** As it stands in the address. */
  search: string
}

const KEY = 'savedFilters'
/** Saved filters of a list; one more is not saved. */
export const SAVED_MAX = 20
export const NAME_MAX = 30
/** What of an address is no filter. */
const NO_FILTER = ['page', 'id']

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

/** Filters that a user has given names, by list; kept by this browser. */
export const savedFilters = proxy<Record<string, SavedFilter[]>>(stored())

subscribe(savedFilters, () => {
  globalThis.localStorage?.setItem(KEY, JSON.stringify(savedFilters))
})

/** What an address says of filters and the order of rows. */
export function filterOf(address: string): string {
  const search = new URLSearchParams(address)
  for (const name of NO_FILTER) search.delete(name)
  return search.toString()
}

/** Keeps a filter under a name; one of the same name gives way. Answers whether there was room. */
export function keepFilter(list: string, name: string, search: string): boolean {
  const others = (savedFilters[list] ?? []).filter((one) => one.name !== name)
  if (others.length >= SAVED_MAX) return false
  savedFilters[list] = [...others, { name, search }]
  return true
}

export function dropFilter(list: string, name: string): void {
  savedFilters[list] = (savedFilters[list] ?? []).filter((one) => one.name !== name)
}
