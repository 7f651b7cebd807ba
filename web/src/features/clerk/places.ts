/** Areas and shelves of a warehouse, read once, so that their codes are known without a signal. */
import { useMemo } from 'react'
import { client } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'

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

interface Row {
  id: number
  name: string
  serial_no?: string | null
  warehouses_areas_id?: number | null
}

async function all(controller: string, warehouse: number, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; rows.length < MOST; page++) {
    const params = {
      page,
      limit: LIMIT,
      search: [{ field: 'warehouses_id', val: String(warehouse), operator: 'eq' }],
    }
    const { list } = await client.get<{ list: Row[] }>(`/admin/${controller}/index`, params, signal)
    rows.push(...list)
    if (list.length < LIMIT) break
  }
  return rows
}

/** The spots of areas and shelves. */
export function spotsOf(areas: readonly Row[], shelves: readonly Row[]): Spot[] {
  const nameOf = new Map(areas.map(({ id, name }) => [id, name]))
  const area = ({ id, name, serial_no }: Row): Spot => ({
    area: id,
    areaName: name,
    shelf: null,
    shelfName: '',
    code: serial_no ?? '',
  })
  const shelf = ({ id, name, serial_no, warehouses_areas_id }: Row): Spot => ({
    area: warehouses_areas_id ?? null,
    areaName: nameOf.get(warehouses_areas_id ?? 0) ?? '',
    shelf: id,
    shelfName: name,
    code: serial_no ?? '',
  })
  return [...areas.map(area), ...shelves.map(shelf)]
}

/** The spot that a scanned code names. */
export const spotOf = (code: string, spots: readonly Spot[]): Spot | undefined =>
  spots.find((spot) => spot.code !== '' && spot.code.toUpperCase() === code.trim().toUpperCase())

export const isSame = (one: Pick<Spot, 'area' | 'shelf'>, other: Pick<Spot, 'area' | 'shelf'>): boolean =>
  one.area === other.area && one.shelf === other.shelf

/** Of a warehouse; nothing for those who may not see them, who scan codes with a signal. */
export function useSpots(warehouse: number): readonly Spot[] {
  const { data } = useFetched(`clerk spots ${warehouse}`, async (signal) => {
    const none = (): Row[] => []
    const [areas, shelves] = await Promise.all([
      all('warehouse.WarehouseArea', warehouse, signal).catch(none),
      all('warehouse.WarehouseShelf', warehouse, signal).catch(none),
    ])
    return spotsOf(areas, shelves)
  })
  return useMemo(() => data ?? [], [data])
}

interface Resolved {
  found: {
    place?: {
      id: number
      name: string
      serial_no: string
      warehouses_id: number
      warehouses_areas_id?: number | null
      area_name?: string | null
    } | null
    kind: string
  }[]
}

/** Asks the node which place a code names, in any warehouse. */
export async function findSpot(code: string): Promise<{ warehouse: number; spot: Spot } | null> {
  const { found } = await client.get<Resolved>('/admin/warehouse.Barcode/resolve', { code })
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
