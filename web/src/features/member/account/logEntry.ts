/** A change of the balance or of the points. */
export interface Entry {
  memo: string
  money?: string
  score?: number
  before: string | number
  after: string | number
  create_time: number
}

/** The change with its sign. */
export function amountOf({ money, score }: Entry): { text: string; gain: boolean } {
  const text = String(money ?? score ?? '')
  const gain = !text.startsWith('-')
  return { text: gain ? `+${text}` : text, gain }
}

/** Ids are the server's own; these three together are never the same twice. */
export const keyOf = ({ create_time: time, memo, after }: Entry): string => `${time} ${memo} ${after}`
