import type { Params } from '@/shared/http'
import type { Fetched } from '@/shared/hooks/useFetched'
import { useTopics } from '@/shared/hooks/useTopics'
import type { Filter, Listing, Row } from '../types'
import { useRows, type ListUrl, type RowOf } from '../useListing'
import { useListState, type ListState } from '../useListState'

interface ListDeclaration {
  /** Shown in the filter bar. */
  filters: readonly Filter[]
  /** Filters whose control stands elsewhere on the page, such as tabs. */
  apart?: readonly Filter[]
  /** Filters that only links set; shown before the others while they have a value. */
  linked?: readonly Filter[]
  /** Parameters of every request. */
  fixed?: Params
  /** Live topics after whose changes the list is loaded again. */
  topics?: readonly string[]
}

/** The rows of a list page, with what its address asks of them. */
export interface RowList<T> {
  url: string
  /** What the filter bar shows. */
  filters: readonly Filter[]
  state: ListState
  fetched: Fetched<Listing<T>>
  reload: () => void
  /** The row whose details are open, as the address names it. */
  opened: number | null
  open: (row: Row) => void
  close: () => void
}

/** Loads the rows of a list page under the filters of its address, again after each change. */
export function useListPage<Url extends ListUrl>(
  url: Url,
  { filters, apart = [], linked = [], fixed, topics = [] }: ListDeclaration,
): RowList<RowOf<Url>> {
  const state = useListState([...apart, ...linked, ...filters], fixed)
  const fetched = useRows(url, state)
  useTopics(topics, fetched.reload)
  const detail = (id: string | null): void => state.set({ id, page: state.value('page') || null })
  return {
    url,
    filters: [...linked.filter(({ field }) => state.value(field)), ...filters],
    state,
    fetched,
    reload: fetched.reload,
    opened: Number(state.value('id')) || null,
    open: ({ id }) => detail(String(id)),
    close: () => detail(null),
  }
}
