import { useEffect } from 'react'
import { proxy, ref, useSnapshot, type Snapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { http, unanswered, type Schema } from '@/shared/http'
import { session } from '@/shared/session/store'
import { forgetFormer, formerFilters } from './formerFilters'

export type SavedFilter = Schema<'SavedFilterView'>
type Answer = Schema<'SavedFilterList'>

export const NAME_MAX = 30
/** What of an address is no filter. */
const NO_FILTER = ['page', 'id']

/** What is under way; a drop is that of a name. */
type Busy = { what: 'load' | 'save' } | { what: 'drop'; name: string }

export interface ListFilters {
  /** As the node has answered last. */
  saved: SavedFilter[]
  /** The node has answered what there is. */
  loaded: boolean
  busy: Busy | null
  /** Why they could not be loaded. */
  failed: unknown
}

const nothing = (): ListFilters => ({ saved: [], loaded: false, busy: null, failed: null })

/** Filters that the person who is signed in has given names, by list: kept with their account. */
export const savedFilters = proxy<{ of: Record<string, ListFilters> }>({ of: {} })

/** Forgets what was loaded. An answer that is still on its way is not shown. */
export function forgetFilters(): void {
  savedFilters.of = {}
}

let owner = session.admin?.id
const ownerChanged = (): void => {
  if (session.admin?.id === owner) return
  owner = session.admin?.id
  forgetFilters()
}
subscribeKey(session, 'admin', ownerChanged, true)

function filtersOf(list: string): ListFilters {
  savedFilters.of[list] ??= nothing()
  return savedFilters.of[list]
}

/** What an address says of filters and the order of rows. */
export function filterOf(address: string): string {
  const search = new URLSearchParams(address)
  for (const name of NO_FILTER) search.delete(name)
  return search.toString()
}

/** One call at a time for each list. Answers whether it was made: not while another is under way. */
async function ask(list: string, busy: Busy, call: () => Promise<Answer>): Promise<boolean> {
  const filters = filtersOf(list)
  if (filters.busy) return false
  filters.busy = busy
  try {
    filters.saved = (await call()).list
    filters.loaded = true
    filters.failed = null
    return true
  } finally {
    filters.busy = null
  }
}

/** Sends up what this browser kept. What the node refuses stays here; of two with one name, the account's holds. */
async function bringFormer(list: string, known: Answer, isWanted: () => boolean): Promise<Answer> {
  let answer = known
  for (const { name, search } of formerFilters(list)) {
    if (!isWanted()) break
    try {
      if (!answer.list.some((one) => one.name === name))
        answer = await http.post('/admin/routine.SavedFilter/save', { list, name, search })
      forgetFormer(list, name)
    } catch (error) {
      if (unanswered(error)) break
    }
  }
  return answer
}

/** Loads the filters of a list, and again what another browser may have changed. What is shown stays where that fails. */
export async function loadFilters(list: string): Promise<void> {
  if (!session.admin) return
  const filters = filtersOf(list)
  try {
    await ask(list, { what: 'load' }, async () => {
      const known = await http.get('/admin/routine.SavedFilter/index', { list })
      return bringFormer(list, known, () => savedFilters.of[list] === filters)
    })
  } catch (error) {
    if (!filters.loaded) filters.failed = ref(error instanceof Error ? error : new Error(String(error)))
  }
}

/** Saves a filter under a name; one of the same name gives way. Answers whether it was sent. */
export const saveFilter = (list: string, name: string, search: string): Promise<boolean> =>
  ask(list, { what: 'save' }, () => http.post('/admin/routine.SavedFilter/save', { list, name, search }))

/** Answers whether it was sent. */
export const dropFilter = (list: string, name: string): Promise<boolean> =>
  ask(list, { what: 'drop', name }, () => http.post('/admin/routine.SavedFilter/drop', { list, name }))

const NOTHING = nothing()

/** The filters of a list; loaded whenever they are opened. */
export function useSavedFilters(list: string, open: boolean): Snapshot<ListFilters> {
  const me = useSnapshot(session).admin?.id
  const filters = useSnapshot(savedFilters).of[list]
  useEffect(() => {
    if (open) void loadFilters(list)
  }, [list, me, open])
  return filters ?? NOTHING
}
