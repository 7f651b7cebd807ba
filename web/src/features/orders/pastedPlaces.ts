/** Areas and shelves of a warehouse that pasted rows name, by name or number. */
import { client } from '@/shared/http'
import { folded, NOWHERE, type Spot } from './model'

/** An area, or a shelf with its area. */
interface Place {
  id: number
  name: string
  serial_no?: string | null
  warehouses_areas_id?: number | null
  area?: { name: string } | null
}

/** What rows may name of a warehouse. */
export interface NamedPlaces {
  areas: readonly Place[]
  shelves: readonly Place[]
}

export const NO_PLACES: NamedPlaces = { areas: [], shelves: [] }

/** Names of one question; a page has at most 200 rows, and a name may be that of several shelves. */
const AT_ONCE = 50
const PAGE_MAX = 200

async function called(url: string, warehouse: number, names: readonly string[]): Promise<Place[]> {
  const found = new Map<number, Place>()
  const wanted = [...new Set(names.filter((name) => name !== ''))]
  for (let start = 0; start < wanted.length; start += AT_ONCE)
    for (const initKey of ['name', 'serial_no']) {
      const params = {
        limit: PAGE_MAX,
        initKey,
        initValue: wanted.slice(start, start + AT_ONCE),
        search: [
          { field: 'warehouses_id', val: warehouse, operator: 'eq' },
          { field: 'status', val: 1, operator: 'eq' },
        ],
      }
      const { list } = await client.get<{ list: Place[] }>(`${url}/index`, params)
      for (const place of list) found.set(place.id, place)
    }
  return [...found.values()]
}

/** Looks up the areas and shelves that rows name; without a warehouse they name none. */
export async function findPlaces(
  warehouse: number | null,
  rows: readonly { area: string; shelf: string }[],
): Promise<NamedPlaces> {
  if (warehouse === null) return NO_PLACES
  const [areas, shelves] = await Promise.all([
    called(
      '/admin/warehouse.WarehouseArea',
      warehouse,
      rows.map(({ area }) => area),
    ),
    called(
      '/admin/warehouse.WarehouseShelf',
      warehouse,
      rows.map(({ shelf }) => shelf),
    ),
  ])
  return { areas, shelves }
}

/** The one place that a name means; nothing for none or several. */
function only(name: string, places: readonly Place[]): Place | null {
  const word = folded(name)
  const [found, another] = places.filter((place) =>
    [place.name, place.serial_no ?? ''].some((one) => folded(one) === word),
  )
  return found && !another ? found : null
}

/**
 * The place that a row names: an area and a shelf of it, or a shelf whose name no other area has. The column of what can't
 * be found instead.
 */
export function spotCalled(area: string, shelf: string, places: NamedPlaces): Spot | 'area' | 'shelf' {
  const within = area === '' ? null : only(area, places.areas)
  if (area !== '' && !within) return 'area'
  if (shelf === '') return within ? { ...NOWHERE, area: within.id, areaLabel: within.name } : NOWHERE
  const among = within
    ? places.shelves.filter((one) => one.warehouses_areas_id === within.id)
    : places.shelves
  const found = only(shelf, among)
  if (!found) return 'shelf'
  return {
    area: within?.id ?? found.warehouses_areas_id ?? null,
    areaLabel: within?.name ?? found.area?.name ?? null,
    shelf: found.id,
    shelfLabel: found.name,
  }
}
