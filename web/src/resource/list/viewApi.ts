/** What the node keeps of a person's lists. */
import { http, type Schema } from '@/shared/http'
import type { Density, View } from './views'

export type StoredViews = Schema<'ListViewsView'>

export const loadStored = (): Promise<StoredViews> => http.get('/admin/routine.ListView/index')

/** Columns of a list, null for those of the declaration; or the row height of all lists. */
export type Change = { list: string; view: View | null } | { density: Density }

export const store = (change: Change): Promise<StoredViews> =>
  http.post('/admin/routine.ListView/save', change)
