/** What lies in the order's warehouse of the products of its lines. */
import { useEffect, useRef, useState } from 'react'
import { http, type Schema } from '@/shared/http'
import { useTopics } from '@/shared/hooks/useTopics'
import { decimal } from '@/shared/number/decimal'
import type { DraftLine } from './model'
import { baseQuantity } from './units'

export type FreeStock = Schema<'AvailableStock'>
export type FreePlace = Schema<'AvailablePlace'>

/** Products of one question. */
const AT_ONCE = 200

/** By the product's id. Empty for readers who may not see stock. */
export type FreeStocks = ReadonlyMap<number, FreeStock>

const NOTHING: FreeStocks = new Map()

/** Asks for the stock of these products in the warehouse, and again when it moves there. */
export function useFreeStock(
  warehouse: number | null,
  lines: readonly DraftLine[],
  shown: boolean,
): FreeStocks {
  const [known, setKnown] = useState<{ warehouse: number | null; stocks: FreeStocks }>({
    warehouse: null,
    stocks: NOTHING,
  })
  const asked = useRef(new Set<string>())
  const active = shown && warehouse !== null
  const products = [...new Set(lines.flatMap(({ product_id }) => product_id ?? []))].sort((a, b) => a - b)
  const wanted = active ? products : []

  const ask = (ids: readonly number[]): void => {
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const some = ids.slice(start, start + AT_ONCE)
      some.forEach((id) => asked.current.add(`${warehouse} ${id}`))
      http.get('/admin/warehouse.Inventory/available', { warehouses_id: warehouse, ids: some }).then(
        ({ list }) =>
          setKnown((old) => {
            const stocks = new Map(old.warehouse === warehouse ? old.stocks : [])
            list.forEach((stock) => stocks.set(stock.product_id, stock))
            return { warehouse, stocks }
          }),
        // The form works without; the next change asks again.
        () => some.forEach((id) => asked.current.delete(`${warehouse} ${id}`)),
      )
    }
  }
  useEffect(() => {
    ask(wanted.filter((id) => !asked.current.has(`${warehouse} ${id}`)))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- products by value
  }, [warehouse, wanted.join()])
  useTopics(active ? [`inventory:${warehouse}`] : [], () => ask(wanted))
  return active && known.warehouse === warehouse ? known.stocks : NOTHING
}

/** Whether a place is one that the line allows. */
export const allows = (line: DraftLine, place: FreePlace): boolean =>
  (line.warehouses_areas_id === null || line.warehouses_areas_id === place.warehouses_areas_id) &&
  (line.warehouses_shelves_id === null || line.warehouses_shelves_id === place.warehouses_shelves_id) &&
  (!line.batch_number.trim() || line.batch_number.trim().toUpperCase() === place.batch_number)

/** What a line may take: of its product, or of the place and batch that it names. */
export function availableTo(line: DraftLine, stock: FreeStock): string {
  const named = line.warehouses_areas_id !== null || line.batch_number.trim() !== ''
  if (!named) return stock.available_quantity
  return stock.places
    .filter((place) => !place.expired && allows(line, place))
    .reduce((sum, place) => sum.plus(decimal(place.available_quantity) ?? 0), decimal('0')!)
    .toString()
}

/** Whether a line asks for more than it may take. */
export function isShort(line: DraftLine, stock: FreeStock): boolean {
  const quantity = baseQuantity(line)
  return quantity !== null && quantity.abs().gt(decimal(availableTo(line, stock)) ?? 0)
}

/** A batch that a line may name. */
export interface BatchOption {
  batch: string
  expiry: string | null
  available: string
  expired: boolean
  held: boolean
}

/** The batches at the places that a line allows, those first that go out first. */
export function batchesFor(line: DraftLine, stock: FreeStock): BatchOption[] {
  const found = new Map<string, BatchOption>()
  for (const place of stock.places) {
    if (place.batch_number === '' || !allows({ ...line, batch_number: '' }, place)) continue
    const known = found.get(place.batch_number)
    const free = decimal(place.available_quantity) ?? decimal('0')!
    found.set(place.batch_number, {
      batch: place.batch_number,
      expiry: place.expiry_date ?? null,
      available: free.plus(known?.available ?? 0).toString(),
      expired: place.expired,
      held: place.held && (known?.held ?? true),
    })
  }
  return [...found.values()]
}
