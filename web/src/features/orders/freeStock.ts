/** What lies in the order's warehouse of the products of its lines. */
import { useEffect, useRef, useState } from 'react'
import { folded } from '@/shared/folded'
import { http, type Schema } from '@/shared/http'
import { useTopics } from '@/shared/hooks/useTopics'
import { decimal } from '@/shared/number/decimal'
import { baseQuantity } from '@/shared/units/units'
import type { Kind } from './kinds'
import { takesAt, type DraftLine, type PlaceOfLine } from './model'

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

/**
 * What of the stock concerns a line.
 * - `picked`: the warehouse picks among the places that it allows, without expired goods.
 * - `expired`: the same with expired goods.
 * - `named`: exactly the place and batch that it names, held or not.
 * - `put`: none; it adds goods.
 */
export type Reach = 'picked' | 'expired' | 'named' | 'put'

/** What concerns a line of an order of this type. */
export function reachOf(line: DraftLine, kind: Kind, type: number | null): Reach {
  if (!takesAt(line, kind, type)) return 'put'
  if (kind.gains) return 'named'
  return kind.takesExpired.includes(String(type)) ? 'expired' : 'picked'
}

const ZERO = decimal('0')!

/** Whether a place is one that the line allows. */
export const allows = (line: DraftLine, place: FreePlace): boolean =>
  (line.warehouses_areas_id === null || line.warehouses_areas_id === place.warehouses_areas_id) &&
  (line.warehouses_shelves_id === null || line.warehouses_shelves_id === place.warehouses_shelves_id) &&
  (!line.batch_number.trim() || folded(line.batch_number) === place.batch_number)

/** Whether a place is the very one that the line names: no area is what lies in none. */
const isAt = (line: DraftLine, place: FreePlace): boolean =>
  line.warehouses_areas_id === (place.warehouses_areas_id ?? null) &&
  line.warehouses_shelves_id === (place.warehouses_shelves_id ?? null) &&
  folded(line.batch_number) === place.batch_number

/** Whether goods at a place concern a line. */
export const concerns = (line: DraftLine, place: FreePlace, reach: Reach): boolean =>
  reach === 'named' || reach === 'put' ? isAt(line, place) : allows(line, place)

/** Whether a place is among those that the line has named. */
export const isChosen = (line: DraftLine, place: FreePlace, reach: Reach): boolean =>
  (line.warehouses_areas_id !== null || line.batch_number.trim() !== '') && concerns(line, place, reach)

/** What can be taken from a place. Held goods are written off where they lie, and else stay. */
export const takable = (place: FreePlace, reach: Reach): string =>
  place.held && reach === 'named' ? place.total_quantity : place.available_quantity

/** What of a product can be taken from all its places. */
export function takableOf(stock: FreeStock, reach: Reach): string {
  if (reach === 'picked' || reach === 'put') return stock.available_quantity
  return sumOf(stock.places, reach)
}

const sumOf = (places: readonly FreePlace[], reach: Reach): string =>
  places.reduce((sum, place) => sum.plus(decimal(takable(place, reach)) ?? 0), ZERO).toString()

/** What a line may take: of its product, or of the place and batch that it names. Null where its place is not known. */
export function availableTo(line: DraftLine, stock: FreeStock, reach: Reach): string | null {
  const named = line.warehouses_areas_id !== null || line.batch_number.trim() !== ''
  if (reach !== 'named' && !named) return takableOf(stock, reach)
  const places = stock.places.filter(
    (place) => (reach !== 'picked' || !place.expired) && concerns(line, place, reach),
  )
  return places.length === 0 && stock.more > 0 ? null : sumOf(places, reach)
}

/** Whether a line asks for more than it may take. */
export function isShort(line: DraftLine, stock: FreeStock, reach: Reach): boolean {
  const quantity = baseQuantity(line)
  const available = decimal(availableTo(line, stock, reach))
  return reach !== 'put' && quantity !== null && available !== null && quantity.abs().gt(available)
}

/** What a line names of the place that it takes goods from. */
export type Taken = PlaceOfLine & Pick<DraftLine, 'batch_number'>

/** What a line names to take its goods from this place. */
export const takenFrom = (place: FreePlace): Taken => ({
  warehouses_areas_id: place.warehouses_areas_id ?? null,
  areaLabel: place.area?.name ?? null,
  warehouses_shelves_id: place.warehouses_shelves_id ?? null,
  shelfLabel: place.shelf?.name ?? null,
  batch_number: place.batch_number,
})

/** A batch that a line may name. */
export interface BatchOption {
  batch: string
  expiry: string | null
  available: string
  expired: boolean
  /** It stays where it lies. */
  held: boolean
  /** Where it lies, if that is one place alone. */
  place: FreePlace | null
}

/** The batches at the places that a line allows, those first that go out first. */
export function batchesFor(line: DraftLine, stock: FreeStock, reach: Reach): BatchOption[] {
  const found = new Map<string, BatchOption>()
  for (const place of stock.places) {
    if (place.batch_number === '' || !allows({ ...line, batch_number: '' }, place)) continue
    const known = found.get(place.batch_number)
    found.set(place.batch_number, {
      batch: place.batch_number,
      expiry: place.expiry_date ?? null,
      available: (decimal(takable(place, reach)) ?? ZERO).plus(known?.available ?? 0).toString(),
      expired: place.expired,
      held: reach !== 'named' && place.held && (known?.held ?? true),
      place: known ? null : place,
    })
  }
  return [...found.values()]
}

/** What a line names to take a batch. Where it must name the place as well, the only one of the batch goes with it. */
export function batchTaken(batch: string, options: readonly BatchOption[], reach: Reach): Partial<DraftLine> {
  const place = reach === 'named' && options.find((option) => option.batch === batch)?.place
  return place ? takenFrom(place) : { batch_number: batch }
}
