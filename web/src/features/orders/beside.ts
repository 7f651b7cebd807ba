import type { Schema } from '@/shared/http'
import { decimal } from '@/shared/number/decimal'
import type { SwapBody } from './commands'
import type { OrderLine } from './model'

/** A place as it is sent. */
export type PlaceBody = NonNullable<SwapBody['from']>
/** A place that goods are taken from. */
type Place = Schema<'PlaceView'>
export type Pick = Schema<'PickView'>
export type FreePlace = Schema<'FreeView'>
export type PickListData = Schema<'PickListView'>
/** A cost of goods that have come. */
export type Cost = Schema<'CostView'>
export type Parcel = Schema<'ParcelView'>
export type Link = Schema<'LinkView'>

/** Where goods lie, and their batch; `unplaced` is what goods in no area are called. */
export const placeText = (place: Place, unplaced: string): string =>
  [place.warehouses_areas_id ? place.area?.name : unplaced, place.shelf?.name, place.batch_number]
    .filter(Boolean)
    .join(' / ')

export const placeKey = (place: Place): string =>
  [place.warehouses_areas_id ?? 0, place.warehouses_shelves_id ?? 0, place.batch_number ?? ''].join(' ')

export const placeBody = ({
  warehouses_areas_id,
  warehouses_shelves_id,
  batch_number,
}: Place): PlaceBody => ({ warehouses_areas_id, warehouses_shelves_id, batch_number })

const zero = decimal(0)!

/** What each of a line's picks gives of a quantity: the warehouse takes them in the order in which it tells them. */
export function shareOut(picks: readonly Pick[], quantity: string): string[] {
  let left = decimal(quantity) ?? zero
  return picks.map((pick) => {
    const there = decimal(pick.quantity) ?? zero
    const taken = left.lt(there) ? left : there
    left = left.minus(taken)
    return taken.toString()
  })
}

export const COST_TYPES = ['10', '20', '90'] as const

/** The steps that ask how much of each line is taken back. */
export const takesBack = <A extends string>(
  action: A,
): action is A & ('reverse' | 'giveBack' | 'returnGoods') =>
  action === 'reverse' || action === 'giveBack' || action === 'returnGoods'

/**
 * What of a line has moved and was not taken back: of goods that go to another warehouse what has arrived, and of a
 * correction its size, whichever way it went.
 */
export const reversible = (line: OrderLine) =>
  (decimal(line.transit?.arrived ?? line.stocked_quantity) ?? zero)
    .abs()
    .minus(decimal(line.reversed_quantity) ?? zero)

/** What of a line has left and is in no parcel. */
export const unpacked = (line: OrderLine, parcels: readonly Parcel[]) =>
  parcels
    .flatMap((parcel) => parcel.lines)
    .filter((packed) => packed.line === line.line)
    .reduce(
      (left, packed) => left.minus(decimal(packed.quantity) ?? zero),
      decimal(line.stocked_quantity) ?? zero,
    )
