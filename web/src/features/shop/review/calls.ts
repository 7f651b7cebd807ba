import type { Schema } from '@/shared/http'
import { memberHttp } from '@/shared/http/member'
import type { Order, OrderLine } from '../order/calls'
import { ORDER } from '../states'

export const TEXT_MAX = 500
export const PICTURES_MAX = 9
/** Evaluations of a page of one's own. */
export const OWN_PAGE = 10
/** What a member has said of goods. */
export type OwnEvaluation = Schema<'OwnEvaluationRow'>

/** Orders that have arrived: what is in them may be evaluated. */

/** The draft of a line's evaluation. */
export interface Draft {
  star: number
  content: string
  images: readonly string[]
  anonymous: boolean
}

export const EMPTY: Draft = { star: 0, content: '', images: [], anonymous: false }

/** Lines that can be evaluated: not evaluated yet, and not refunded in full. */
export const openLines = (order: Pick<Order, 'status' | 'lines'>): OrderLine[] =>
  order.status === ORDER.received
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

/** Of the lines, those whose goods something was said or shown of, without stars: it could not be sent. */
export const starless = (lines: readonly OrderLine[], drafts: Readonly<Record<number, Draft>>): OrderLine[] =>
  lines.filter(({ line }) => {
    const draft = drafts[line] ?? EMPTY
    return draft.star === 0 && (draft.content.trim() !== '' || draft.images.length > 0)
  })

/**
 * Sends evaluations of an order's lines. Sent again under the same command id, it does nothing a second time.
 */
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

/** A page of all of one's evaluations, newest first. */
export const fetchAllOwn = (page: number, signal?: AbortSignal) =>
  memberHttp.get('/api/shop.Evaluation/index', { page, limit: OWN_PAGE }, signal)
