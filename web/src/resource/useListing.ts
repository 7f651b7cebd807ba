import { client, type DataOf, type PathOf } from '@/shared/http'
import { Prefetched, useFetched, type Fetched } from '@/shared/hooks/useFetched'
import type { LabelSource } from './kinds/kind'
import { listFilters } from './list/filters'
import { urlOf, type Resource } from './schema/types'
import type { Listing } from './types'
import { listQuery, type ListQuery } from './useListState'

/** Rows that the node gives at once. */
const CHUNK = 200
/** Rows that one list holds at most. */
const ALL_MAX = 10_000

async function everything<T>(url: string, query: ListQuery, signal?: AbortSignal): Promise<Listing<T>> {
  const list: T[] = []
  for (let page = 1; ; page++) {
    const answer = await client.get<Listing<T>>(
      `${url}/index`,
      { ...query.params, page, limit: CHUNK },
      signal,
    )
    list.push(...answer.list)
    const total = Math.min(answer.total ?? 0, ALL_MAX)
    if (answer.list.length < CHUNK || list.length >= total) return { ...answer, list }
  }
}

const ask = <T>(url: string, query: ListQuery, signal?: AbortSignal): Promise<Listing<T>> =>
  query.all ? everything<T>(url, query, signal) : client.get<Listing<T>>(`${url}/index`, query.params, signal)

const keyOf = (url: string, query: ListQuery): string => `${url} ${query.all} ${JSON.stringify(query.params)}`

const prefetched = new Prefetched<Listing<unknown>>()
const UNLABELLED: LabelSource = { labelOf: () => '' }

/** Loads the rows of a declared resource while the code of its page is still loading. */
export async function prefetchListing(resource: Resource, search: URLSearchParams): Promise<void> {
  const url = urlOf(resource)
  const query = listQuery(search, listFilters(resource, search.keys(), UNLABELLED))
  await prefetched.load(keyOf(url, query), () => ask(url, query))
}

/** Addresses of the lists whose rows the API document describes. */
export type ListUrl = PathOf<'get'> extends infer P ? (P extends `${infer Url}/index` ? Url : never) : never

/** A row of such a list. */
export type RowOf<Url extends ListUrl> =
  DataOf<Extract<`${Url}/index`, PathOf<'get'>>, 'get'> extends { list: readonly (infer Row)[] } ? Row : never

/** The rows of a list of the API document, typed by its address. */
export const useRows = <Url extends ListUrl>(url: Url, query: ListQuery): Fetched<Listing<RowOf<Url>>> =>
  useListing<RowOf<Url>>(url, query)

/** The rows of a list whose address is known at run time only. */
export function useListing<T>(url: string, query: ListQuery): Fetched<Listing<T>> {
  return useFetched(
    keyOf(url, query),
    (signal) => ask<T>(url, query, signal),
    prefetched as Prefetched<Listing<T>>,
  )
}

/** The first rows that a list's quick search finds. */
export async function quickFound<Url extends ListUrl>(
  url: Url,
  quickSearch: string,
  limit: number,
  signal: AbortSignal,
): Promise<RowOf<Url>[]> {
  const query = { quickSearch, page: 1, limit }
  return (await client.get<Listing<RowOf<Url>>>(`${url}/index`, query, signal)).list
}
