/** How much of an order's lines leaves now, and from which of the places that are reserved. Pure functions. */
import { DECIMALS_MAX, decimal, places } from '@/shared/number/decimal'
import { placeBody, shareOut, type Pick, type PlaceBody } from './beside'
import type { OrderLine } from './model'

/** What was entered of a line. */
export interface Entered {
  /** Of the whole line; without it all that is open. */
  amount?: string
  /** Of each of its picks, once somebody shares it out by hand. */
  taken?: readonly string[]
}

export interface Part {
  line: number
  quantity: string
  from?: PlaceBody
}

const zero = decimal(0)!
const number = (text: string) => decimal(text) ?? zero

export const openOf = (line: OrderLine) => number(line.quantity).minus(number(line.stocked_quantity))

export const amountOf = (line: OrderLine, { amount, taken }: Entered): string =>
  taken?.reduce((sum, part) => sum.plus(number(part)), zero).toString() ?? amount ?? openOf(line).toString()

export const takenOf = (line: OrderLine, picks: readonly Pick[], entered: Entered): readonly string[] =>
  entered.taken ?? shareOut(picks, amountOf(line, entered))

type Wrong = 'quantity' | 'quantityPlaces' | 'overOpen' | 'overPick'

function amountWrong(line: OrderLine, text: string): Wrong | null {
  if (!text.trim()) return null
  const value = decimal(text)
  if (!value || value.lt(0)) return 'quantity'
  return places(value) > decimalsOf(line) ? 'quantityPlaces' : null
}

export const decimalsOf = (line: OrderLine): number => line.product?.unit?.decimals ?? DECIMALS_MAX

/** What is wrong with the quantities of a line. */
export function wrongWith(line: OrderLine, picks: readonly Pick[], entered: Entered): Wrong | null {
  for (const [index, text] of (entered.taken ?? []).entries()) {
    const wrong = amountWrong(line, text)
    if (wrong) return wrong
    if (number(text).gt(number(picks[index]?.quantity ?? '0'))) return 'overPick'
  }
  const amount = amountOf(line, entered)
  return amountWrong(line, amount) ?? (number(amount).gt(openOf(line)) ? 'overOpen' : null)
}

/**
 * The parts that are sent of a line. Only what was shared out by hand names places: otherwise the warehouse takes what
 * is to leave first. Of what is not reserved it always chooses.
 */
export function partsOf(line: OrderLine, picks: readonly Pick[], entered: Entered): Part[] {
  const part = (quantity: string, from?: PlaceBody): Part => ({
    line: line.line,
    quantity: quantity.trim(),
    ...(from && { from }),
  })
  const { taken } = entered
  if (!taken) return [part(amountOf(line, entered))].filter(({ quantity }) => number(quantity).gt(0))
  const named = picks.flatMap((pick, index) =>
    pick.reserved ? [part(taken[index] ?? '', placeBody(pick))] : [],
  )
  const rest = picks.reduce(
    (sum, pick, index) => (pick.reserved ? sum : sum.plus(number(taken[index] ?? ''))),
    zero,
  )
  return [...named, part(rest.toString())].filter(({ quantity }) => number(quantity).gt(0))
}
