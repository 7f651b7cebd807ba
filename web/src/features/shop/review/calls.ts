import { memberHttp } from '@/shared/http/member'
import type { Order, OrderLine } from '../order/calls'

export const TEXT_MAX = 500
export const PICTURES_MAX = 9
/** Orders that have arrived: what is in them may be evaluated. */
export const RECEIVED = 4

/** What is being said of a line. */
export interface Draft {
  star: number
  content: string
  images: readonly string[]
  anonymous: boolean
}

export const EMPTY: Draft = { star: 0, content: '', images: [], anonymous: false }

/** Lines of which something may be said: once, and not of what was all paid back. */
export const openLines = (order: Pick<Order, 'status' | 'lines'>): OrderLine[] =>
  order.status === RECEIVED
    ? order.lines.filter((line) => !line.evaluated && line.refunded_num < line.quantity)
    : []

/** The lines that have got stars, as they are sent. */
export const rated = (lines: readonly OrderLine[], drafts: Readonly<Record<number, Draft>>) =>
  lines.flatMap(({ line }) => {
    const draft = drafts[line]
    return draft && draft.star > 0
      ? [{ ...draft, line, content: draft.content.trim(), images: [...draft.images] }]
      : []
  })

/** Sends what is said of an order's lines; under the same id it is said once. */
export const evaluate = async (
  order: Pick<Order, 'order_no'>,
  lines: ReturnType<typeof rated>,
  command_id: string,
): Promise<Order> =>
  (
    await memberHttp.post('/api/shop.Order/evaluate', {
      order_no: order.order_no,
      lines,
      command_id,
    })
  ).row

export const fetchOwn = (order_no: string, signal?: AbortSignal) =>
  memberHttp.get('/api/shop.Evaluation/index', { order_no, page: 1, limit: 50 }, signal)
