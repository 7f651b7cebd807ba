import { client } from '@/shared/http'
import { randomId } from '@/shared/randomId'

export const URL = '/admin/warehouse.StockCount'
export const PAGE = 'warehouse/stockCount'
export const TOPIC = 'resource:warehouse.StockCount'

interface Named {
  name: string
}
interface Person {
  nickname: string | null
}

/** A sheet as a list shows it. */
export interface CountRow {
  id: number
  count_no: string
  warehouses_id: number
  warehouses: Named | null
  status: number
  blind: boolean
  line_count: number
  counted_count: number
  /** Hidden while it is counted blind. */
  different_count: number | null
  recount_count: number
  remark: string
  business_date: string
  admin: Person | null
  createAdmin: Person | null
  submitAdmin: Person | null
  auditAdmin: Person | null
  counters: Person[]
  create_time: number
  version: number
  allowed: string[]
}

export interface CountEvent {
  at: number
  nickname: string | null
  action: string
  reason: string | null
}

export interface LostReservation {
  order_kind: string
  order_id: number
  order_no: string | null
  line: number
  missing_quantity: string
}

export interface CountSheet extends CountRow {
  shows_books: boolean
  posting: { equal: number; different: number; not_counted: number; lost: LostReservation[] } | null
  history: CountEvent[]
}

export interface CountResult {
  quantity: string
  book_quantity: string | null
  difference_quantity: string | null
  nickname: string | null
  at: number
  zeroed: boolean
}

export interface CountLine {
  id: number
  line: number
  area: Named | null
  shelf: Named | null
  product_id: number
  product: {
    product_no: string | null
    name: string | null
    spec: string | null
    unit: Named | null
    decimals: number | null
  }
  batch_number: string
  expiry_date: string | null
  found: boolean
  state: 'not_counted' | 'counted' | 'equal' | 'different'
  recount: boolean
  quantity: string | null
  book_quantity: string | null
  difference_quantity: string | null
  difference_amount: string | null
  reason: string | null
  results: CountResult[]
}

export interface CountChanged {
  id: number
  count_no: string
  status: number
  version: number
  line: number | null
  recount: boolean | null
}

/** Which lines are shown; the last three are told apart only where differences are shown. */
export const VIEWS = ['all', 'not_counted', 'counted', 'equal', 'different', 'recount', 'found'] as const
export type View = (typeof VIEWS)[number]

export const LINES_OF_A_PAGE = 50

export const find = (id: number, signal?: AbortSignal): Promise<CountSheet> =>
  client.get<{ row: CountSheet }>(`${URL}/detail`, { id }, signal).then(({ row }) => row)

export const lines = (
  id: number,
  view: View,
  page: number,
  quick: string,
  signal?: AbortSignal,
): Promise<{ list: CountLine[]; total: number }> =>
  client.get(`${URL}/lines`, { id, view, page, limit: LINES_OF_A_PAGE, quickSearch: quick }, signal)

export type Step = 'submit' | 'recount' | 'post' | 'void' | 'zeroRest' | 'add' | 'count' | 'edit'

/** Every change has an id of its own, so that the node recognises one that is sent twice. */
export const act = (step: Step, body: object, told = true): Promise<CountChanged> =>
  client.post(`${URL}/${step}`, { command_id: randomId(), ...body }, { announce: told })
