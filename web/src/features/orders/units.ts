/** Prices of the unit that a line is entered in, and saved lines as they were entered. */
import type Big from 'big.js'
import type { Schema } from '@/shared/http'
import { columnDigits, decimal } from '@/shared/number/decimal'
import { unitOf, type InUnit, type ProductUnit } from '@/shared/units/units'

export interface Entered extends InUnit {
  unit_price: string
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

type Line = Schema<'OrderLineView'>

/** A saved line, as far as its units are concerned. */
type SavedLine = Pick<Line, 'quantity' | 'entered_unit_id' | 'entered_quantity' | 'factor'> & {
  product?: { units?: readonly ProductUnit[] | null } | null
}

/** A saved line as it was entered; in base units where the unit is gone or has changed since. */
export function asEntered(line: SavedLine): InUnit {
  const units = line.product?.units ?? []
  const unit = units.find(({ unit_id }) => unit_id === line.entered_unit_id)
  const same = unit && line.factor && decimal(unit.factor)?.eq(decimal(line.factor) ?? 0)
  return same && line.entered_quantity
    ? { quantity: line.entered_quantity, unit_id: unit.unit_id, units }
    : { quantity: line.quantity, unit_id: null, units }
}
