/** Kinds of orders that reservations can be handed over to: those that reserve goods. */
export const TAKERS = ['outbound', 'transfer'] as const
export type Taker = (typeof TAKERS)[number]

/** What the numbers of the kinds begin with. */
const PREFIXES: Readonly<Record<Taker, string>> = { outbound: 'CK', transfer: 'DB' }

/** The kind of an order by its number; nothing for a number of another kind. */
export const takerOf = (number: string): Taker | null =>
  TAKERS.find((kind) => number.trim().toUpperCase().startsWith(PREFIXES[kind])) ?? null
