import { ApiError } from '@/shared/http/error'

interface Shown {
  line: number
  goods_amount: string
}

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const rows = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The lines that a refused basket is about, by number; none where the refusal is about all of it. */
export function refusedLines(error: unknown): number[] {
  if (!(error instanceof ApiError)) return []
  const numbers = rows(error.data.lines).map((line) => (isRow(line) ? line.line : line))
  return numbers.filter((line) => typeof line === 'number')
}

/** The lines whose price is not the one that was shown, by the new quote that the refusal carries. */
export function repricedLines(error: unknown, shown: readonly Shown[]): number[] {
  if (!(error instanceof ApiError) || !isRow(error.data.quote)) return []
  const now = rows(error.data.quote.lines).filter(isRow)
  const differs = ({ line, goods_amount: was }: Shown): boolean =>
    now.some((row) => row.line === line && row.goods_amount !== was)
  return shown.filter(differs).map(({ line }) => line)
}

const isOf =
  (name: string) =>
  (error: unknown): boolean =>
    error instanceof ApiError && error.errors.some(({ field }) => field === name)

/** The chosen address is refused: it was deleted meanwhile. */
export const isOfAddress = isOf('address_id')

/** Lines of the cart are refused: they were ordered or removed meanwhile. */
export const isOfCart = isOf('cart_ids')
