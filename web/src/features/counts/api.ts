import { http, type BodyOf, type Schema } from '@/shared/http'
import { underCommandId } from '@/shared/http/pendingCommand'
import i18n from '@/shared/i18n'

export const URL = '/admin/warehouse.StockCount'
export const PAGE = 'warehouse/stockCount'
export const TOPIC = 'resource:warehouse.StockCount'

/** A sheet as a list shows it. */
export type CountRow = Schema<'CountRow'>
/** A sheet with its history and, once it is posted, what came of it. */
export type CountSheet = Schema<'CountView'>
export type LostReservation = NonNullable<CountSheet['posting']>['lost'][number]

const STATES = ['not_counted', 'counted', 'equal', 'different'] as const
export type LineState = (typeof STATES)[number]
export type CountLine = Schema<'CountLineView'>

/** A line's state; one that is not known here is shown as not counted. */
export const stateOf = (line: CountLine): LineState =>
  STATES.find((state) => state === line.state) ?? 'not_counted'

/** Which lines are shown; the last three exist only where differences are visible. */
export const VIEWS = ['all', 'not_counted', 'counted', 'equal', 'different', 'recount', 'found'] as const
export type View = (typeof VIEWS)[number]

export const LINES_OF_A_PAGE = 50

export const find = (id: number, signal?: AbortSignal): Promise<CountSheet> =>
  http.get(`${URL}/detail`, { id }, signal).then(({ row }) => row)

export const lines = (id: number, view: View, page: number, quick: string, signal?: AbortSignal) =>
  http.get(`${URL}/lines`, { id, view, page, limit: LINES_OF_A_PAGE, quickSearch: quick }, signal)

/** Steps of the whole sheet. */
export type SheetStep = 'submit' | 'recount' | 'post' | 'void' | 'zeroRest'
export type Step = SheetStep | 'add' | 'count' | 'edit'

/** Says which sheet it was, and what was done to it. */
const doneText =
  (step: Step) =>
  (answer: unknown): string => {
    const number = (answer as Partial<Schema<'CountChanged'>> | null)?.count_no
    const key = `counts.actions.${step}`
    return number && i18n.exists(key) ? i18n.t('counts.done', { number, action: i18n.t(key) }) : ''
  }

/** Every change has an id of its own, so that the node recognises one that is sent twice. */
export function act<S extends Step>(
  step: S,
  body: BodyOf<`${typeof URL}/${S}`, 'post'>,
  announce = true,
): Promise<Schema<'CountChanged'>> {
  // The body is that of its own step, and may have an id already; all of them answer the same.
  return underCommandId([URL, step, body], (command_id) =>
    http.post(
      `${URL}/${step}` as `${typeof URL}/${SheetStep}`,
      { command_id, ...(body as object) },
      { announce: announce && doneText(step) },
    ),
  )
}
