import type { Trade } from '../layout/navigation'

/** The headings of the Harmonized System that an industry deals with most. */
export const TRADE_HEADINGS: Readonly<Record<Trade, readonly string[]>> = {
  electronics: ['8504', '8507', '8532', '8533', '8534', '8536', '8541', '8542', '8544'],
  textile: ['5205', '5208', '5402', '5407', '5513', '6006', '6109', '6302'],
  automotive: ['4011', '7318', '8409', '8482', '8511', '8512', '8708'],
}
