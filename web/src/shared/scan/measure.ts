/**
 * What a code says was measured, as a quantity of its product: 1.25 kg of a product that is kept in grams are 1250. Units
 * are known by their names. Pure functions.
 */
import Big from 'big.js'
import { decimal } from '@/shared/number/decimal'
import { baseQuantity, tooFine, unitOf, type CountedIn, type InUnit } from '@/shared/units/units'
import { unitsMeant, type KnownUnit } from '@/shared/units/words'
import type { Measure, Scan } from './gs1'

/** Units that measure the same, and how large they are. */
const DIMENSIONS: readonly Readonly<Partial<Record<KnownUnit, string>>>[] = [
  { kilogram: '1', gram: '0.001', jin: '0.5', ton: '1000' },
  { metre: '1', centimetre: '0.01', millimetre: '0.001' },
  { squareMetre: '1' },
  { litre: '1', millilitre: '0.001', cubicMetre: '1000' },
]

/** Why a measured quantity is not taken. */
export type MeasureFault =
  /** None of the product's units measures it. */
  | { kind: 'otherUnit'; measure: Measure }
  /** The unit has not so many decimals. */
  | { kind: 'tooFine'; measure: Measure; unit: string; places: number }

/** A measure in the unit of that name, if it is one that measures the same. */
function inUnit({ unit, amount }: Measure, name: string): { quantity: Big; same: boolean } | null {
  const sizes = DIMENSIONS.find((sizes) => sizes[unit] !== undefined)
  const meant = unitsMeant(name).find((known) => sizes?.[known] !== undefined)
  const [from, to] = [sizes?.[unit], meant && sizes?.[meant]]
  return from && to ? { quantity: new Big(amount).times(from).div(to), same: meant === unit } : null
}

/** A way to take a measure: in one of the product's units. */
interface Way {
  measure: Measure
  entered: InUnit
}

/** The ways to take measures: the own unit goes first, then the very unit that the code measures in. */
function waysOf(measures: readonly Measure[], { unit, units }: CountedIn): Way[] {
  const names = [{ unit_id: null, name: unit }, ...units]
  const ways = names.flatMap(({ unit_id, name }) =>
    measures.flatMap((measure) => {
      const taken = inUnit(measure, name)
      if (!taken) return []
      const entered = { quantity: taken.quantity.toFixed(), unit_id, units }
      return [{ measure, entered, rank: unit_id === null ? 0 : taken.same ? 1 : 2 }]
    }),
  )
  return ways.sort((one, other) => one.rank - other.rank)
}

/** A scan that says nothing of measures; a package of which the code is counts as what is in it. */
function counted(scan: Scan, inPackage: string | undefined): Scan {
  const factor = decimal(inPackage)
  return factor ? { ...scan, quantity: factor.times(decimal(scan.quantity ?? '1') ?? 1).toFixed() } : scan
}

/**
 * A scan with its quantity in the product's own unit: what was measured, or the count. `inPackage`: base units in one of
 * what the code is of, if that is not the product's own unit. Where no unit measures it, the count of pieces or packages is
 * taken, if the code is of some. What can't be taken exactly is refused, never rounded or guessed.
 */
export function understood(
  scan: Scan,
  product: CountedIn,
  inPackage?: string,
): { scan: Scan } | { fault: MeasureFault } {
  const { measures = [], ...rest } = scan
  const [first] = measures
  if (!first) return { scan: counted(scan, inPackage) }
  const ways = waysOf(measures, product)
  const way = ways.find(({ entered }) => !tooFine(entered, product.decimals))
  if (way) {
    const quantity = baseQuantity(way.entered)?.toFixed()
    const { unit_id } = way.entered
    return { scan: { ...rest, quantity, ...(unit_id !== null && { unit_id }) } }
  }
  const [finest] = ways
  if (!finest && (rest.quantity || inPackage)) return { scan: counted(rest, inPackage) }
  if (!finest) return { fault: { kind: 'otherUnit', measure: first } }
  const { measure, entered } = finest
  const other = tooFine(entered, product.decimals)?.in === 'entered' ? unitOf(entered) : undefined
  const [unit, places] = [other?.name ?? product.unit, other?.decimals ?? product.decimals]
  return { fault: { kind: 'tooFine', measure, unit, places } }
}
