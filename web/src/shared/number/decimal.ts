import Big from 'big.js'

// Decimal arithmetic as the node does it: half up, away from zero. Never a float.
Big.RM = Big.roundHalfUp

const PLAIN = /^[+-]?\d{1,15}(\.\d{1,8})?$/

/** The number a text means, or null when it is not one. */
export function decimal(text: string | number | null | undefined): Big | null {
  const trimmed = String(text ?? '').trim()
  return PLAIN.test(trimmed) ? new Big(trimmed) : null
}

/** Decimal places a text has, trailing zeros left out. */
export function places(value: Big): number {
  const [, fraction = ''] = value.toFixed().split('.')
  return fraction.length
}

/** Units have at most four decimals; until the product is known, allow them all. */
export const DECIMALS_MAX = 4

/** Whether a text is a quantity of a unit with so many decimals: 0 or more. */
export function isQuantity(text: string, decimals = DECIMALS_MAX): boolean {
  const value = decimal(text)
  return value !== null && value.gte(0) && places(value) <= decimals
}

/** Places a price is shown with: two, and more if it needs them. */
export const priceDigits = (price: string | number | null | undefined): number =>
  Math.max(2, places(decimal(price) ?? new Big(0)))

/** Places that a whole column of prices is shown with: as many as the longest of them needs. */
export const columnDigits = (prices: readonly (string | null | undefined)[]): number =>
  prices.reduce((most, price) => Math.max(most, priceDigits(price)), 2)

/** What the server will compute for a line: quantity times price, to two places. */
export function lineTotal(quantity: string, price: string): Big | null {
  const [a, b] = [decimal(quantity), decimal(price)]
  return a && b ? a.times(b).round(2) : null
}

export interface Totals {
  readonly quantity: Big
  readonly amount: Big
}

/** Sums of lines; each line is rounded before it is added, as on the server. Incomplete lines count nothing. */
export function orderTotals(lines: readonly { quantity: string; unit_price: string }[]): Totals {
  return lines.reduce<Totals>(
    (sum, line) => ({
      quantity: sum.quantity.plus(decimal(line.quantity) ?? 0),
      amount: sum.amount.plus(lineTotal(line.quantity, line.unit_price) ?? 0),
    }),
    { quantity: new Big(0), amount: new Big(0) },
  )
}

function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

/** Grouped thousands for reading; the fraction stays as it came unless `digits` fixes it. */
export function shown(value: string | number | Big | null | undefined, digits?: number): string {
  const parsed = value instanceof Big ? value : decimal(value)
  if (!parsed) return '–'
  const [whole = '0', fraction] = (digits === undefined ? parsed.toFixed() : parsed.toFixed(digits)).split(
    '.',
  )
  const sign = whole.startsWith('-') ? '−' : ''
  return sign + grouped(whole.replace('-', '')) + (fraction ? `.${fraction}` : '')
}

export const money = (value: string | number | Big | null | undefined): string => shown(value, 2)
