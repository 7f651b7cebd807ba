import { http, type BodyOf, type Schema } from '@/shared/http'
import { underCommandId } from '@/shared/http/pendingCommand'

export type Trouble = Schema<'ShopTroubleView'>
export type MatchDay = Schema<'MatchDayView'>
export type MatchRow = Schema<'MatchRowView'>

export interface Decision {
  how: string
  note: string
  agreed: boolean
}

/** What of a trouble says which it is. */
export const subject = ({ kind, order_id, no, out_trade_no, day }: Trouble) => ({
  kind,
  order_id,
  no,
  out_trade_no,
  day,
})

export const handleTrouble = (trouble: Trouble, decision: Decision): Promise<unknown> =>
  underCommandId(['handle', subject(trouble), decision], (command_id) =>
    http.post(
      '/admin/shop.order.Exception/handle',
      { ...subject(trouble), ...decision, command_id } as BodyOf<
        '/admin/shop.order.Exception/handle',
        'post'
      >,
      { announce: true },
    ),
  )

export const MATCH_LIMIT = 50

export const fetchMatch = (day: string, differences: boolean, page: number, signal?: AbortSignal) =>
  http.get('/admin/shop.Match/index', { day, differences, page, limit: MATCH_LIMIT }, signal)

export const runMatch = (day: string) => http.post('/admin/shop.Match/run', { day }, { announce: true })

export const exportMatch = (day: string, format: 'csv' | 'xlsx') =>
  http.post('/admin/shop.Match/export', { day, format })

/** The key of the words for what is wrong. A difference of the daily match is about both sides' books. */
export const whyKey = ({ why, day, kind }: Pick<Trouble, 'why' | 'day' | 'kind'>): string =>
  `shopPay.why.${day && (why === 'twice' || why === 'amount') ? `match_${why}` : why || kind}`

/** The key of the words for both amounts of something where they differ; nothing where one says it all. */
export const amountsKey = ({ why, day }: Pick<Trouble, 'why' | 'day'>): string =>
  why === 'amount' ? `shopPay.handle.${day ? 'matchAmounts' : 'amounts'}` : ''
