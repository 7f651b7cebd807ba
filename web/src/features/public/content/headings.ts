import type { Trade } from '../layout/navigation'

/** Four-digit headings of the Harmonized System; their words are texts. */
const CODES: Record<Trade, readonly string[]> = {
  electronics: ['8504', '8507', '8532', '8533', '8534', '8536', '8541', '8542', '8544'],
  textile: ['5205', '5208', '5402', '5407', '5513', '6006', '6109', '6302'],
  automotive: ['4011', '7318', '8409', '8482', '8511', '8512', '8708'],
}

export interface Heading {
  code: string
  trade: Trade
}

export const HEADINGS: readonly Heading[] = (Object.entries(CODES) as [Trade, readonly string[]][])
  .flatMap(([trade, codes]) => codes.map((code) => ({ code, trade })))
  .sort((a, b) => a.code.localeCompare(b.code))

/** Every word must be in the goods' words, or begin the number. */
export function matches(heading: { code: string; goods: string }, words: string): boolean {
  const goods = heading.goods.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => heading.code.startsWith(word) || goods.includes(word))
}
