/** What a clerk moves within a warehouse. Pure functions. */
import { folded } from '@/shared/folded'
import type { Schema } from '@/shared/http'
import { decimal } from '@/shared/number/decimal'
import type { Scan } from '@/shared/scan/gs1'
import type { Queued } from './commandStore'
import { isSame, type Spot } from './places'

export const MOVE = '/admin/warehouse.Inventory/move'

/** Goods of a batch at a place. */
export type Lying = Schema<'InventoryRow'>

export const placeOf = (row: Lying): Pick<Spot, 'area' | 'shelf'> => ({
  area: row.warehouses_areas_id ?? null,
  shelf: row.warehouses_shelves_id ?? null,
})

/**
 * What may be moved of it, once what waits in the queue has moved. Goods that are held may be moved as well, and what is
 * reserved stays so at its new place.
 */
export function movableOf(row: Lying, commands: readonly Queued[]): string {
  const waiting = commands.filter(({ path, body, state }) => {
    const from = { area: body.warehouses_areas_id ?? null, shelf: body.warehouses_shelves_id ?? null }
    return (
      path === MOVE &&
      state === 'waiting' &&
      body.product_id === row.product_id &&
      body.warehouses_id === row.warehouses_id &&
      body.batch_number === row.batch_number &&
      isSame(from as Pick<Spot, 'area' | 'shelf'>, placeOf(row))
    )
  })
  const moved = waiting.reduce(
    (sum, { body }) => sum.plus(decimal(String(body.quantity)) ?? 0),
    decimal('0')!,
  )
  const left = (decimal(row.total_quantity) ?? decimal('0')!).minus(moved)
  return left.lt(0) ? '0' : left.toString()
}

/** The goods that a scan names: of the product, and of the batch if the code has one. */
export function named(rows: readonly Lying[], scan: Scan, product: number | null = null): Lying[] {
  const batch = folded(scan.batch ?? '')
  return rows.filter(
    (row) =>
      (row.product_id === product || scan.products.includes(row.product.product_no ?? '')) &&
      (!batch || folded(row.batch_number) === batch),
  )
}

/** What is sent. */
export const moveBody = (row: Lying, quantity: string, to: Spot) => ({
  product_id: row.product_id,
  warehouses_id: row.warehouses_id,
  warehouses_areas_id: row.warehouses_areas_id ?? null,
  warehouses_shelves_id: row.warehouses_shelves_id ?? null,
  batch_number: row.batch_number,
  quantity,
  to_areas_id: to.area,
  to_shelves_id: to.shelf,
})
