/** Areas and shelves of a warehouse that pasted rows name, by name or number. */
import { folded } from '@/shared/folded'
import { http, type DataOf, type Params, type Schema } from '@/shared/http'
import { NOWHERE, type Spot } from './model'

type AreaRow = DataOf<'/admin/warehouse.WarehouseArea/index', 'get'>['list'][number]
type ShelfRow = DataOf<'/admin/warehouse.WarehouseShelf/index', 'get'>['list'][number]
type Area = Pick<AreaRow, 'id' | 'name'> & Partial<Pick<AreaRow, 'serial_no'>>
/** A shelf with its area, of which the document does not say what it is. */
type Shelf = Pick<ShelfRow, 'id' | 'name'> &
  Partial<Pick<ShelfRow, 'serial_no' | 'warehouses_areas_id'>> & {
    area?: Schema<'Named'> | null
  }

/** What rows may name of a warehouse. */
export interface NamedPlaces {
  areas: readonly Area[]
  shelves: readonly Shelf[]
}

export const NO_PLACES: NamedPlaces = { areas: [], shelves: [] }

/** Names of one question; a page has at most 200 rows, and a name may be that of several shelves. */
const AT_ONCE = 50
const PAGE_MAX = 200

async function called<P extends { id: number }>(
  ask: (params: Params) => Promise<readonly P[]>,
  warehouse: number,
  names: readonly string[],
): Promise<P[]> {
  const found = new Map<number, P>()
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
      for (const place of await ask(params)) found.set(place.id, place)
    }
  return [...found.values()]
}

const areasOf = (params: Params): Promise<Area[]> =>
  http.get('/admin/warehouse.WarehouseArea/index', params).then(({ list }) => list)
const shelvesOf = (params: Params): Promise<Shelf[]> =>
  http.get('/admin/warehouse.WarehouseShelf/index', params).then(({ list }) => list as Shelf[])

/** Looks up the areas and shelves that rows name; without a warehouse they name none. */
export async function findPlaces(
  warehouse: number | null,
  rows: readonly { area: string; shelf: string }[],
): Promise<NamedPlaces> {
  if (warehouse === null) return NO_PLACES
  const [areas, shelves] = await Promise.all([
    called(
      areasOf,
      warehouse,
      rows.map(({ area }) => area),
    ),
    called(
      shelvesOf,
      warehouse,
      rows.map(({ shelf }) => shelf),
    ),
  ])
  return { areas, shelves }
}

/** The one place that a name means; nothing for none or several. */
function only<P extends Area>(name: string, places: readonly P[]): P | null {
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
