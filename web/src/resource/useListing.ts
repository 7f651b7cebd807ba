import { http } from '@/shared/http'
import { useFetched, type Fetched } from '@/shared/hooks/useFetched'
import type { Listing } from './types'
import type { ListState } from './useListState'

export function useListing<T>(url: string, state: ListState): Fetched<Listing<T>> {
  return useFetched(`${url} ${JSON.stringify(state.params)}`, (signal) =>
    http.get<Listing<T>>(`${url}/index`, state.params, signal),
  )
}
