import { http } from '@/shared/http'
import { useFetched, type Fetched } from '@/shared/hooks/useFetched'
import type { Listing } from './types'
import type { ListState } from './useListState'

/** Rows that the node gives at once. */
const CHUNK = 200
/** Rows that one list holds at most. */
const ALL_MAX = 10_000

async function everything<T>(url: string, state: ListState, signal: AbortSignal): Promise<Listing<T>> {
  const list: T[] = []
  for (let page = 1; ; page++) {
    const answer = await http.get<Listing<T>>(`${url}/index`, { ...state.params, page, limit: CHUNK }, signal)
    list.push(...answer.list)
    const total = Math.min(answer.total ?? 0, ALL_MAX)
    if (answer.list.length < CHUNK || list.length >= total) return { ...answer, list }
  }
}

export function useListing<T>(url: string, state: ListState): Fetched<Listing<T>> {
  return useFetched(`${url} ${state.all} ${JSON.stringify(state.params)}`, (signal) =>
    state.all
      ? everything<T>(url, state, signal)
      : http.get<Listing<T>>(`${url}/index`, state.params, signal),
  )
}
