/** Areas and shelves of a warehouse, read once, so that their codes are known without a signal. */
import { folded } from '@/shared/folded'
import { useMemo } from 'react'
import { HELD_PURPOSES } from '@/features/orders'
import type { RowOf } from '@/resource/useListing'
import { cancelled, http, unanswered, type Params } from '@/shared/http'
import { useRemembered } from './useRemembered'

/** Rows of one answer. */
const LIMIT = 200
/** Areas or shelves that are read; others are looked up when they are scanned. */
const MOST = 2_000

/** Where goods lie. */
export interface Spot {
  area: number | null
  areaName: string
  shelf: number | null
  shelfName: string
  /** As it is printed on its label. */
  code: string
}

/** In no area. */
export const UNPLACED: Spot = { area: null, areaName: '', shelf: null, shelfName: '', code: '' }

type Area = RowOf<'/admin/warehouse.WarehouseArea'>
type Shelf = RowOf<'/admin/warehouse.WarehouseShelf'>

type Condition = Readonly<Record<'field' | 'val' | 'operator', string>>

const within = (warehouse: number): Condition => ({
  field: 'warehouses_id',
  val: String(warehouse),
  operator: 'eq',
})

/** The rows that fit, page by page. */
async function all<Row>(
  search: readonly Condition[],
  read: (params: Params) => Promise<{ list: readonly Row[] }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; rows.length < MOST; page++) {
    const { list } = await read({ page, limit: LIMIT, search })
    rows.push(...list)
    if (list.length < LIMIT) break
  }
  return rows
}

/** The spots of areas and shelves. */
function spotsOf(areas: readonly Area[], shelves: readonly Shelf[]): Spot[] {
  const nameOf = new Map(areas.map(({ id, name }) => [id, name]))
  const area = ({ id, name, serial_no }: Area): Spot => ({
    area: id,
    areaName: name,
    shelf: null,
    shelfName: '',
    code: serial_no,
  })
  const shelf = ({ id, name, serial_no, warehouses_areas_id }: Shelf): Spot => ({
    area: warehouses_areas_id,
    areaName: nameOf.get(warehouses_areas_id ?? 0) ?? '',
    shelf: id,
    shelfName: name,
    code: serial_no,
  })
  return [...areas.map(area), ...shelves.map(shelf)]
}

/** The spot that a scanned code names. */
export const spotOf = (code: string, spots: readonly Spot[]): Spot | undefined =>
  spots.find((spot) => spot.code !== '' && folded(spot.code) === folded(code))

export const isSame = (one: Pick<Spot, 'area' | 'shelf'>, other: Pick<Spot, 'area' | 'shelf'>): boolean =>
  one.area === other.area && one.shelf === other.shelf

/** Users who may not list them get none. Without an answer, nobody knows. */
const orNone = (error: unknown): never[] => {
  if (unanswered(error) || cancelled(error)) throw error
  return []
}
const areasOf = (search: readonly Condition[], signal: AbortSignal): Promise<Area[]> =>
  all(search, (params) => http.get('/admin/warehouse.WarehouseArea/index', params, signal)).catch(orNone)
const shelvesOf = (search: readonly Condition[], signal: AbortSignal): Promise<Shelf[]> =>
  all(search, (params) => http.get('/admin/warehouse.WarehouseShelf/index', params, signal)).catch(orNone)

/** The spots of a warehouse. Users who may not list them get none: each code that they scan is looked up. */
export function useSpots(warehouse: number): readonly Spot[] {
  const { data } = useRemembered(`clerk spots ${warehouse}`, async (signal) => {
    const search = [within(warehouse)]
    return spotsOf(...(await Promise.all([areasOf(search, signal), shelvesOf(search, signal)])))
  })
  return useMemo(() => data ?? [], [data])
}

/** The spots in use of a warehouse where damaged goods may lie; without a warehouse, none. */
export function useHeldSpots(warehouse: number | null): readonly Spot[] {
  const { data } = useRemembered(`clerk held spots ${warehouse}`, async (signal) => {
    if (warehouse === null) return []
    const held = { field: 'purpose', val: HELD_PURPOSES, operator: 'IN' }
    const areas = await areasOf([within(warehouse), held], signal)
    if (areas.length === 0) return []
    const inThem = { field: 'warehouses_areas_id', val: areas.map(({ id }) => id).join(','), operator: 'IN' }
    const shelves = await shelvesOf([inThem], signal)
    const isUsed = ({ status }: Area | Shelf): boolean => status !== 0
    return spotsOf(areas.filter(isUsed), shelves.filter(isUsed))
  })
  return useMemo(() => data ?? [], [data])
}

/** Asks the node which place a code names, in any warehouse. */
export async function findSpot(code: string): Promise<{ warehouse: number; spot: Spot } | null> {
  const { found } = await http.get('/admin/warehouse.Barcode/resolve', { code })
  const match = found.find(({ place }) => place)
  if (!match?.place) return null
  const { id, name, serial_no, warehouses_id, warehouses_areas_id, area_name } = match.place
  const spot: Spot =
    match.kind === 'shelf'
      ? {
          area: warehouses_areas_id ?? null,
          areaName: area_name ?? '',
          shelf: id,
          shelfName: name,
          code: serial_no,
        }
      : { area: id, areaName: name, shelf: null, shelfName: '', code: serial_no }
  return { warehouse: warehouses_id, spot }
}
