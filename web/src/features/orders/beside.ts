import { decimal } from '@/shared/number/decimal'
import type { OrderLine } from './model'

interface Named {
  name: string
}

/** A place as it is sent. */
export interface PlaceBody {
  warehouses_areas_id?: number | null
  warehouses_shelves_id?: number | null
  batch_number?: string | null
}
/** A place that goods are taken from. */
export interface Place extends PlaceBody {
  product_id: number
  area?: Named | null
  shelf?: Named | null
}
export interface Pick extends Place {
  line: number
  quantity: string
  /** It is promised to the order; otherwise it is what would be taken now. */
  reserved: boolean
  produce_date?: string | null
  expiry_date?: string | null
  why: string
}
export interface FreePlace extends Place {
  available: string
  produce_date?: string | null
  expiry_date?: string | null
  expired: boolean
}
export interface PickListData {
  /** The goods are reserved; otherwise it is what would be taken now. */
  reserved: boolean
  picks: Pick[]
  missing: { line: number; quantity: string; expired_quantity: string }[]
  places: FreePlace[]
}

interface Person {
  id: number
  nickname?: string | null
}
export interface Parcel {
  no: number
  carrier_id?: number | null
  carrier?: Named | null
  courier_number: string
  shipment_time: number
  admin: Person
  lines: { line: number; quantity: string }[]
}
export interface Swap {
  line: number
  quantity: string
  proposed: Place
  taken: Place
  reason?: string | null
  admin: Person
  at: number
}
export interface Link {
  id: number
  kind: string
  number: string
  /** `reversal`, `back_order`, `return` or `supplier_return`. */
  reason: string
}
/** What an order's goods cost beside their price. */
export interface AddedCost {
  cost_type: number
  /** Null without the right to see it. */
  amount?: string | null
  remark: string
  admin: Person
  at: number
}
/** What goods that go back to their supplier come for more than the average. */
export interface Difference {
  line: number
  average_cost: string
  difference: string
}
/** What one order is shown with beside its head and lines. */
export interface Beside {
  origin?: Link | null
  made?: Link[]
  parcels?: Parcel[] | null
  swaps?: Swap[] | null
  costs?: AddedCost[] | null
  /** Without the right to see cost there are none. */
  differences?: Difference[] | null
  carrier?: Named | null
  carrier_id?: number | null
  courier_number?: string | null
  shipment_status?: number | null
  shipment_time?: number | null
}

export const placeWords = (place: Place): string =>
  [place.area?.name, place.shelf?.name, place.batch_number].filter(Boolean).join(' / ') || '–'

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

/** What of a line has moved and was not taken back. */
export const reversible = (line: OrderLine) =>
  (decimal(line.stocked_quantity) ?? zero).minus(decimal(line.reversed_quantity) ?? zero)

/** What of a line has left and is in no parcel. */
export const unpacked = (line: OrderLine, parcels: readonly Parcel[]) =>
  parcels
    .flatMap((parcel) => parcel.lines)
    .filter((packed) => packed.line === line.line)
    .reduce(
      (left, packed) => left.minus(decimal(packed.quantity) ?? zero),
      decimal(line.stocked_quantity) ?? zero,
    )
