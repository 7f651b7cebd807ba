import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Params } from '@/shared/http'
import type { Filter } from './types'

export const PAGE_SIZES = [10, 20, 50, 100, 200]
const DEFAULT_SIZE = 20
/** In place of a number of rows. */
export const ALL = 'all'
/** Query parameters that are not filters. */
export const RESERVED: ReadonlySet<string> = new Set(['page', 'limit', 'order', 'q', 'only'])

const ONLY = /^([a-z_]+):(\d+(?:,\d+)*)$/

/** The rows that an address narrows a list to, `only=id:7,8`: by which field, and which values it has. */
export function onlyOf(search: URLSearchParams): { field: string; values: string } | null {
  const [, field, values] = ONLY.exec(search.get('only') ?? '') ?? []
  return field && values ? { field, values } : null
}

/** What an address asks of a list. */
export interface ListQuery {
  page: number
  limit: number
  /** All rows in one list that is scrolled. */
  all: boolean
  order: string
  quick: string
  value: (field: string) => string
  /** To how many rows, or rows of how many things, a link narrows it; 0: to none. */
  only: number
  /** Filters in force, quick search included. */
  active: number
  /** What the node is asked. */
  params: Params
}

export interface ListState extends ListQuery {
  set: (changes: Record<string, string | null>) => void
  clear: () => void
}

/** Letters of a day, `YYYY-MM-DD`. */
const DAY_LENGTH = 10

/** A filter's value as the address has it, as a condition of the node's search. */
export function searchItem(filter: Filter, val: string): Params {
  const { field } = filter
  switch (filter.kind) {
    case 'dates': {
      const [from = '', to = ''] = val.split(',')
      if (filter.plain === 'date') return { field, val: `${from},${to}`, operator: 'RANGE' }
      // Links name times as well; people choose days.
      const timed = (day: string, time: string): string =>
        day.length === DAY_LENGTH ? `${day} ${time}` : day
      const text = `${timed(from, '00:00:00')},${timed(to, '23:59:59')}`
      return filter.plain
        ? { field, val: text, operator: 'RANGE' }
        : { field, val: text, operator: 'RANGE', render: 'datetime' }
    }
    case 'numbers':
      return { field, val, operator: filter.operator ?? 'RANGE' }
    case 'many':
      return { field, val, operator: filter.operator ?? 'IN' }
    case 'text':
      return { field, val, operator: filter.operator ?? 'LIKE' }
    default:
      return { field, val, operator: filter.operator ?? 'eq' }
  }
}

export function listQuery(
  search: URLSearchParams,
  filters: readonly Filter[],
  fixed: Params = {},
): ListQuery {
  const value = (field: string): string => search.get(field) ?? ''
  const page = Math.max(1, Number(value('page')) || 1)
  const limit = PAGE_SIZES.includes(Number(value('limit'))) ? Number(value('limit')) : DEFAULT_SIZE
  const inForce = filters.filter((filter) => value(filter.field) !== '')
  const only = onlyOf(search)
  const items = inForce
    .filter((filter) => filter.kind !== 'flag' && filter.kind !== 'param')
    .map((filter) => searchItem(filter, value(filter.field)))
    .concat(only ? [{ field: only.field, val: only.values, operator: 'IN' }] : [])
  const plain = Object.fromEntries(
    inForce.flatMap(({ kind, field }): [string, string | number][] =>
      kind === 'flag' ? [[field, 1]] : kind === 'param' ? [[field, value(field)]] : [],
    ),
  )
  return {
    page,
    limit,
    all: value('limit') === ALL,
    order: value('order'),
    quick: value('q'),
    value,
    only: only?.values.split(',').length ?? 0,
    active: inForce.length + (value('q') ? 1 : 0) + (only ? 1 : 0),
    params: {
      page,
      limit,
      order: value('order'),
      quickSearch: value('q'),
      search: items,
      ...plain,
      ...fixed,
    },
  }
}

/** The list's page, order and filters live in the address, so that a link shows what its sender saw. */
export function useListState(filters: readonly Filter[], fixed: Params = {}): ListState {
  const [search, setSearch] = useSearchParams()

  const set = useCallback(
    (changes: Record<string, string | null>) => {
      setSearch(
        (old) => {
          const next = new URLSearchParams(old)
          if (!('page' in changes)) next.delete('page')
          for (const [key, value] of Object.entries(changes)) {
            if (value) next.set(key, value)
            else next.delete(key)
          }
          return next
        },
        { replace: true },
      )
    },
    [setSearch],
  )

  return useMemo(
    () => ({
      ...listQuery(search, filters, fixed),
      set,
      clear: () =>
        set({ q: null, only: null, ...Object.fromEntries(filters.map((filter) => [filter.field, null])) }),
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- filters and fixed are compared by value
    [search, set, filters.map((filter) => filter.field).join(), JSON.stringify(fixed)],
  )
}
