/** What the node keeps of a person's lists. */
// eslint-disable-next-line no-restricted-imports -- the routes are not in the API document yet
import { client } from '@/shared/http'
import type { Density, View } from './views'

export interface StoredViews {
  /** Null where it was never chosen. */
  density: Density | null
  views: Record<string, View>
}

const PATH = '/admin/routine.ListView'

export const loadStored = (): Promise<StoredViews> => client.get<StoredViews>(`${PATH}/index`)

/** Columns of a list, null for those of the declaration; or the row height of all lists. */
export type Change = { list: string; view: View | null } | { density: Density }

export const store = (change: Change): Promise<StoredViews> =>
  client.post<StoredViews>(`${PATH}/save`, change)
