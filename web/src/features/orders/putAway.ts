import { http } from '@/shared/http'
import type { Receipt } from './receipt'

/** Products of one question. */
const AT_ONCE = 200

type Place = Pick<Receipt, 'area' | 'areaLabel' | 'shelf' | 'shelfLabel'>

interface Spot {
  product_id: number
  warehouses_areas_id?: number | null
  area?: { name: string } | null
  warehouses_shelves_id?: number | null
  shelf?: { name: string } | null
  why: string
}

const placeOf = (spot: Spot): Place => ({
  area: spot.warehouses_areas_id ?? null,
  areaLabel: spot.area?.name ?? null,
  shelf: spot.warehouses_shelves_id ?? null,
  shelfLabel: spot.shelf?.name ?? null,
})

/** The node's proposals where goods of these products may be put; of one product also by its batch. */
export const askSpots = (
  warehouse: number,
  ids: readonly number[],
  batch?: string,
  signal?: AbortSignal,
): Promise<readonly Spot[]> =>
  http
    .get(
      '/admin/warehouse.Inventory/spots',
      { warehouses_id: warehouse, ids: ids.slice(0, AT_ONCE), ...(batch && { batch_number: batch }) },
      signal,
    )
    .then(({ list }) => list)

/** The parts with places for those that have none: where the batch lies, where the product lies, else a free shelf. */
export async function withPlaces(parts: readonly Receipt[], warehouse: number): Promise<Receipt[]> {
  const missing = parts.filter(({ area }) => area === null)
  const products = [...new Set(missing.map(({ line }) => line.product_id))]
  if (products.length === 0) return [...parts]
  const found = new Map((await askSpots(warehouse, products)).map((spot) => [spot.product_id, spot]))
  const of = async (part: Receipt): Promise<Receipt> => {
    const usual = found.get(part.line.product_id)
    if (part.area !== null || !usual) return part
    // Where it lies there may be a better place for this batch.
    const own =
      part.batch.trim() && usual.why === 'product'
        ? (await askSpots(warehouse, [part.line.product_id], part.batch.trim()))[0]
        : undefined
    return { ...part, ...placeOf(own ?? usual) }
  }
  return Promise.all(parts.map(of))
}
