import type { Schema } from '@/shared/http'
import { memberClient } from '@/shared/http/member'
import { randomId } from '@/shared/randomId'

/** How the freight of the lines of one template came about. */
export interface FreightStep {
  template_id: number
  /** 1 pieces, 2 grams, 3 cubic centimetres. */
  method: number
  measure: number
  first: number
  first_freight: string
  continue: number
  continue_freight: string
  with_first: boolean
  steps: number
  free_by: string | null
  missing_to_free: string | null
  freight: string
}

export interface QuoteLine {
  line: number
  sku_id: number
  goods_id: number
  name: string
  image: string
  sku_text: string
  price: string
  quantity: number
  goods_amount: string
}

export interface CouponOffer {
  user_coupon_id: number
  saving: string
  /** The key of why it can't be used; null where it can. */
  refusal: string | null
}

export interface Quote {
  lines: QuoteLine[]
  goods_amount: string
  coupon_amount: string
  score_used: number
  score_amount: string
  freight: string
  freight_off: string
  pay_amount: string
  freight_steps: FreightStep[]
  needs_area: boolean
  missing_to_free: string | null
  score_max: number
  score: number
  money: string
  ships: boolean
  user_coupon_id: number | null
  coupons: CouponOffer[]
}

/** What a member wants, and how. */
export interface Wish {
  lines?: { sku_id: number; quantity: number }[]
  cart_ids?: number[]
  address_id?: number
  /** 0: none. */
  user_coupon_id?: number
  best_coupon?: boolean
  score?: number
  remark?: string
}

export interface OrderLine {
  line: number
  goods_id: number
  sku_id: number
  name: string
  image: string
  sku_text: string
  price: string
  quantity: number
  goods_amount: string
  refunded_num: number
  refunding_num: number
  evaluated: boolean
}

export interface Parcel {
  no: number
  /** 1 waiting, 2 shipped, 3 given up. */
  status: number
  company_id: number
  courier_number: string
  shipment_time: number | null
  lines: { line: number; quantity: number }[]
}

export interface OrderEvent {
  time: number
  action: string
  by: string
  to: number
  reason: string
}

export interface Order {
  order_no: string
  status: number
  version: number
  lines: OrderLine[]
  goods_amount: string
  coupon_amount: string
  score_amount: string
  score_used: number
  freight: string
  freight_off: string
  pay_amount: string
  paid_amount: string
  refund_amount: string
  pay_method: number | null
  pay_time: number | null
  name: string
  mobile: string
  area_text: string
  address: string
  remark: string
  parcels: Parcel[]
  cancel_reason: string
  due_at: number | null
  create_time: number
  receive_time: number | null
  complete_time: number | null
  allowed: string[]
}

export interface Detail {
  row: Order
  /** Oldest first. */
  history: OrderEvent[]
  companies: { id: number; name: string; tracking_url: string }[]
}

/** Tabs of the list: states by their codes, and orders with refunds. */
export const TABS = ['all', '1', '2', '3', '4', 'refunds'] as const
export type Tab = (typeof TABS)[number]

export type Counts = Schema<'ShopCounts'>

export const getQuote = (wish: Wish, signal?: AbortSignal): Promise<Quote> =>
  memberClient.post('/api/shop.Order/quote', wish, { signal })

interface Row {
  row: Order
}

/** Places an order at the sum that was shown; sent again under the same id, it is placed once. */
export const placeOrder = async (wish: Wish, pay_amount: string, command_id: string): Promise<Order> =>
  (await memberClient.post<Row>('/api/shop.Order/add', { ...wish, pay_amount, command_id })).row

export const getOrders = (
  tab: Tab,
  search: string,
  page: number,
  signal?: AbortSignal,
): Promise<{ list: Order[]; total: number; counts: Counts }> =>
  memberClient.get(
    '/api/shop.Order/index',
    {
      ...(tab === 'all' ? {} : tab === 'refunds' ? { refunds: 'true' } : { status: tab }),
      ...(search ? { search } : {}),
      page,
      limit: PAGE,
    },
    signal,
  )

export const getDetail = (order_no: string, signal?: AbortSignal): Promise<Detail> =>
  memberClient.get('/api/shop.Order/detail', { order_no }, signal)

/** Does one of the things that an order allows. */
export const actOn = async (
  order: Pick<Order, 'order_no' | 'version'>,
  action: string,
  more = {},
): Promise<Order> =>
  (
    await memberClient.post<Row>(`/api/shop.Order/${action}`, {
      order_no: order.order_no,
      version: order.version,
      command_id: randomId(),
      ...more,
    })
  ).row

export const PAGE = 10
export const BALANCE = 1

export const beginPayment = (
  order_no: string,
  command_id: string,
  password: string,
): Promise<{ row?: Order }> =>
  memberClient.post('/api/shop.Pay/begin', {
    order_no,
    method: BALANCE,
    scene: 'native',
    command_id,
    ...(password ? { password } : {}),
  })
