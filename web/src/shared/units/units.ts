/** The units of a product, and quantities in them. Stock is kept in the product's own unit. */
import type Big from 'big.js'
import type { Schema } from '@/shared/http'
import { DECIMALS_MAX, decimal, places } from '@/shared/number/decimal'

/** A unit that a product has beside its own, and how many of those are in one of it. */
export type ProductUnit = Pick<Schema<'ProductUnitView'>, 'unit_id' | 'name' | 'decimals' | 'factor'>

/** The units that a product is counted in. */
export interface CountedIn {
  /** The name of its own. */
  unit: string
  /** Of its own. */
  decimals: number
  units: readonly ProductUnit[]
}

/** The units of a product as lines, lists and scans have it. */
export const countedIn = (
  product:
    | {
        unit?: { name: string; decimals?: number | null } | null
        decimals?: number | null
        units?: readonly ProductUnit[] | null
      }
    | null
    | undefined,
): CountedIn => ({
  unit: product?.unit?.name ?? '',
  decimals: product?.unit?.decimals ?? product?.decimals ?? DECIMALS_MAX,
  units: product?.units ?? [],
})

/** A quantity in one of the units of a product. */
export interface InUnit {
  quantity: string
  /** The unit of the quantity; null is the product's own. */
  unit_id: number | null
  units: readonly ProductUnit[]
}

/** The unit that a quantity is in, if it is not the product's own. */
export const unitOf = ({ unit_id, units }: Pick<InUnit, 'unit_id' | 'units'>): ProductUnit | undefined =>
  unit_id === null ? undefined : units.find((unit) => unit.unit_id === unit_id)

/** The quantity in base units; null where it is no number. */
export function baseQuantity(entered: InUnit): Big | null {
  const quantity = decimal(entered.quantity)
  const unit = unitOf(entered)
  return quantity && unit ? quantity.times(unit.factor) : quantity
}

/** How a quantity is too fine: for the unit that it is entered in, or for the product's own. */
export type TooFine = { in: 'entered'; decimals: number } | { in: 'own' }

/** Whether a quantity has more decimals than its unit, or can't be kept in the own unit without rounding. */
export function tooFine(entered: InUnit, ownDecimals: number): TooFine | null {
  const quantity = decimal(entered.quantity)
  const unit = unitOf(entered)
  const decimals = unit?.decimals ?? ownDecimals
  if (quantity && places(quantity) > decimals) return { in: 'entered', decimals }
  const base = baseQuantity(entered)
  return unit && base && places(base) > ownDecimals ? { in: 'own' } : null
}

/** A quantity of base units in a unit; null where that is not exact. */
export function exactlyIn(base: Big, unit: ProductUnit): Big | null {
  const quantity = base.div(unit.factor)
  return places(quantity) <= unit.decimals && quantity.times(unit.factor).eq(base) ? quantity : null
}

/** How much of a quantity more the scanned one makes: in the unit of the line where it is exact, else in the product's own. */
export function plusBase(entered: InUnit, step: Big): Pick<InUnit, 'quantity' | 'unit_id'> {
  const unit = unitOf(entered)
  const before = decimal(entered.quantity) ?? step.times(0)
  if (!unit) return { quantity: before.plus(step).toFixed(), unit_id: entered.unit_id }
  const more = exactlyIn(step, unit)
  if (more) return { quantity: before.plus(more).toFixed(), unit_id: entered.unit_id }
  return { quantity: before.times(unit.factor).plus(step).toFixed(), unit_id: null }
}

/** What another unit is called: with how many of the product's own are in one. */
export const otherUnitName = ({ name, factor }: ProductUnit, own: string): string =>
  `${name} (${factor} ${own})`
