/** How many base units a piece of a SKU has, as the units of its product propose. Pure functions. */
import { folded } from '@/shared/folded'

export interface PackUnit {
  name: string
  /** Base units in one of it. */
  factor: string
}

/** Whether a text has this number, not as a part of a longer one. */
const hasNumber = (text: string, number: string): boolean =>
  new RegExp(`(^|[^\\d.])${number.replace('.', '\\.')}([^\\d.]|\\.$|$)`).test(text)

/**
 * The unit that a SKU is called by, of those of its product: "Pens, pack of 6" is a pack. Its name says more than its number
 * does; where several units fit alike, none is meant.
 */
export function unitMeant(units: readonly PackUnit[], called: string): PackUnit | undefined {
  const text = folded(called)
  const ranked = units.map((unit) => ({
    unit,
    rank: (unit.name && text.includes(folded(unit.name)) ? 2 : 0) + (hasNumber(text, unit.factor) ? 1 : 0),
  }))
  const best = Math.max(0, ...ranked.map(({ rank }) => rank))
  const found = ranked.filter(({ rank }) => rank === best)
  return best > 0 && found.length === 1 ? found[0]?.unit : undefined
}

/** Base units in a piece of a SKU that is called so. */
export const proposedRatio = (units: readonly PackUnit[], called: string): string =>
  unitMeant(units, called)?.factor ?? '1'
