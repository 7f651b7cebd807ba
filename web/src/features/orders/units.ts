/** The units that a line can be entered in, and its quantity in the product's own unit. */
import type Big from 'big.js'
import type { Schema } from '@/shared/http'
import { columnDigits, decimal, places } from '@/shared/number/decimal'

/** A unit that a product has beside its own, and how many of those are in one of it. */
export type ProductUnit = Pick<Schema<'ProductUnitView'>, 'unit_id' | 'name' | 'decimals' | 'factor'>

export interface Entered {
  quantity: string
  unit_price: string
  /** The unit of the quantity; null is the product's own. */
  unit_id: number | null
  units: readonly ProductUnit[]
}

/** The unit that a quantity is in, if it is not the product's own. */
export const unitOf = (line: Pick<Entered, 'unit_id' | 'units'>): ProductUnit | undefined =>
  line.unit_id === null ? undefined : line.units.find(({ unit_id }) => unit_id === line.unit_id)

/** The quantity in base units; null where it is no number. */
export function baseQuantity(line: Entered): Big | null {
  const quantity = decimal(line.quantity)
  const unit = unitOf(line)
  return quantity && unit ? quantity.times(unit.factor) : quantity
}

/** Whether the quantity can be kept in the base unit without rounding. */
export function isExact(line: Entered, baseDecimals: number): boolean {
  const base = baseQuantity(line)
  return !unitOf(line) || !base || places(base) <= baseDecimals
}

/** The price of one of the unit that is entered in; null where it is no number. */
export function pricePerUnit(line: Entered): Big | null {
  const price = decimal(line.unit_price)
  const unit = unitOf(line)
  return price && unit ? price.times(unit.factor) : price
}

/** Decimals that the prices of the units that these lines are entered in are shown with. */
export const unitPriceDigits = (lines: readonly Entered[]): number =>
  columnDigits(lines.map((line) => (unitOf(line) ? pricePerUnit(line)?.toFixed() : null)))

/** How much of a quantity more the scanned one makes: in the unit of the line where it is exact, else in the product's own. */
export function plusBase(line: Entered, step: Big): Pick<Entered, 'quantity' | 'unit_id'> {
  const unit = unitOf(line)
  const before = decimal(line.quantity) ?? step.times(0)
  if (!unit) return { quantity: before.plus(step).toFixed(), unit_id: line.unit_id }
  const more = step.div(unit.factor)
  if (places(more) <= unit.decimals && more.times(unit.factor).eq(step))
    return { quantity: before.plus(more).toFixed(), unit_id: line.unit_id }
  return { quantity: before.times(unit.factor).plus(step).toFixed(), unit_id: null }
}

type Line = Schema<'OrderLineView'>

/** A saved line, as far as its units are concerned. */
type SavedLine = Pick<Line, 'quantity' | 'entered_unit_id' | 'entered_quantity' | 'factor'> & {
  product?: { units?: readonly ProductUnit[] | null } | null
}

/** A saved line as it was entered; in base units where the unit is gone or has changed since. */
export function asEntered(line: SavedLine): Pick<Entered, 'quantity' | 'unit_id' | 'units'> {
  const units = line.product?.units ?? []
  const unit = units.find(({ unit_id }) => unit_id === line.entered_unit_id)
  const same = unit && line.factor && decimal(unit.factor)?.eq(decimal(line.factor) ?? 0)
  return same && line.entered_quantity
    ? { quantity: line.entered_quantity, unit_id: unit.unit_id, units }
    : { quantity: line.quantity, unit_id: null, units }
}
