/** A quantity that is counted in several units of a product: 3 boxes and 4 pieces. Pure functions. */
import Big from 'big.js'
import { decimal, shown } from '@/shared/number/decimal'
import { baseQuantity, plusBase, tooFine, unitOf, type CountedIn } from './units'

/** What was counted in one unit. */
export interface Part {
  /** Null is the product's own. */
  unit_id: number | null
  /** As it was typed; empty: nothing yet. */
  quantity: string
}
/** A unit has one part at most. */
export type Parts = readonly Part[]

/** A quantity in the product's own unit. */
export const inOwnUnit = (quantity: string): Parts => [{ unit_id: null, quantity }]
/** Nothing was typed yet. */
export const NO_PARTS: Parts = inOwnUnit('')

/** The parts in which something was typed. */
export const filled = (parts: Parts): Parts => parts.filter(({ quantity }) => quantity.trim() !== '')

export const isBlank = (parts: Parts): boolean => filled(parts).length === 0

/** What is wrong with a part: it is no quantity of 0 or more of its unit, or no exact one of the product's own. */
export type PartFault = 'wrong' | 'inexact'

/** Whether the product is counted in the unit; one that was kept may be gone since. */
const isKnown = (part: { unit_id: number | null; units: CountedIn['units'] }): boolean =>
  part.unit_id === null || unitOf(part) !== undefined

export function partFault({ unit_id, quantity }: Part, { decimals, units }: CountedIn): PartFault | null {
  if (quantity.trim() === '') return null
  if (!decimal(quantity)?.gte(0) || !isKnown({ unit_id, units })) return 'wrong'
  const fine = tooFine({ unit_id, quantity, units }, decimals)
  return fine && (fine.in === 'own' ? 'inexact' : 'wrong')
}

export const isWrong = (parts: Parts, product: CountedIn): boolean =>
  parts.some((part) => partFault(part, product) !== null)

/** The sum in the product's own unit; null where nothing was typed, or something that is no quantity. */
export function sumOf(parts: Parts, { units }: Pick<CountedIn, 'units'>): Big | null {
  const sums = filled(parts).map((part) =>
    isKnown({ ...part, units }) ? baseQuantity({ ...part, units }) : null,
  )
  return sums.length > 0 && sums.every((sum) => sum !== null)
    ? sums.reduce<Big>((sum, one) => sum.plus(one ?? 0), new Big(0))
    : null
}

/** The parts with another quantity in one of the units. */
export const withQuantity = (parts: Parts, unit_id: number | null, quantity: string): Parts =>
  parts.some((part) => part.unit_id === unit_id)
    ? parts.map((part) => (part.unit_id === unit_id ? { unit_id, quantity } : part))
    : [...parts, { unit_id, quantity }]

/** The parts after a scan: it counts in the unit that it was measured in, else in the product's own. */
export function withScan(
  parts: Parts,
  { quantity = '1', unit_id = null }: { quantity?: string; unit_id?: number | null },
  { units }: Pick<CountedIn, 'units'>,
): Parts {
  const before = parts.find((part) => part.unit_id === unit_id)?.quantity ?? ''
  const next = plusBase({ unit_id, quantity: before, units }, decimal(quantity) ?? new Big(1))
  return next.unit_id === unit_id
    ? withQuantity(parts, unit_id, next.quantity)
    : withScan(parts, { quantity }, { units })
}

/** What is sent: one figure in the product's own unit, or the parts where others are among it. */
export function sentParts(parts: Parts): { quantity: string } | { parts: Part[] } {
  const typed = filled(parts).map(({ unit_id, quantity }) => ({ unit_id, quantity: quantity.trim() }))
  return typed.some(({ unit_id }) => unit_id !== null)
    ? { parts: typed }
    : { quantity: typed[0]?.quantity ?? '' }
}

/** The parts in words: `3 box + 4 pc`; the product's own unit alone needs no name. */
export function partsText(parts: Parts, { unit, units }: CountedIn): string {
  const typed = filled(parts)
  if (typed.every(({ unit_id }) => unit_id === null)) return typed[0]?.quantity.trim() ?? ''
  return typed
    .map((part) => `${shown(part.quantity)} ${unitOf({ ...part, units })?.name ?? unit}`)
    .join(' + ')
}
