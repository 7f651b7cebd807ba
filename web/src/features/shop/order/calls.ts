import type { BodyOf, Schema } from '@/shared/http'
import { memberHttp } from '@/shared/http/member'
import { underCommandId } from '@/shared/http/pendingCommand'

export type FreightStep = Schema<'FreightStepView'>
export type QuoteLine = Schema<'QuoteLineView'>
export type CouponOffer = Schema<'CouponOfferView'>
export type Quote = Schema<'QuoteView'>
export type OrderLine = Schema<'ShopLineView'>
export type Parcel = Schema<'ShopParcelView'>
export type Order = Schema<'ShopOrderView'>
export type Detail = Schema<'ShopOrderDetail'>
export type Counts = Schema<'ShopCounts'>

/** What a member wants, and how. */
export type Wish = BodyOf<'/api/shop.Order/quote', 'post'> & { readonly remark?: string }

/** What an order may allow its member, beside paying and asking for a refund. */
export type OwnAction = 'applyCancel' | 'cancel' | 'edit' | 'extend' | 'hide' | 'receive' | 'takeBackCancel'

/** Tabs of the list: states by their codes, and orders with refunds. */
export const TABS = ['all', '1', '2', '3', '4', 'refunds'] as const
export type Tab = (typeof TABS)[number]

export const PAGE = 10
export const BALANCE = 1

export const getQuote = (wish: Wish, signal?: AbortSignal): Promise<Quote> =>
  memberHttp.post('/api/shop.Order/quote', wish, { signal })

/** Places an order at the sum that was shown; sent again under the same id, it is placed once. */
export const placeOrder = async (wish: Wish, pay_amount: string, command_id: string): Promise<Order> =>
  (await memberHttp.post('/api/shop.Order/add', { ...wish, pay_amount, command_id })).row

export const getOrders = (tab: Tab, search: string, page: number, signal?: AbortSignal) =>
  memberHttp.get(
    '/api/shop.Order/index',
    {
      ...(tab === 'all' ? {} : tab === 'refunds' ? { refunds: true } : { status: Number(tab) }),
      ...(search ? { search } : {}),
      page,
      limit: PAGE,
    },
    signal,
  )

export const getDetail = (order_no: string, signal?: AbortSignal): Promise<Detail> =>
  memberHttp.get('/api/shop.Order/detail', { order_no }, signal)

/** How often an order has changed, or all of one's orders: of one it is the order's version. */
export const getChanges = async (order_no: string, signal?: AbortSignal): Promise<number> =>
  (await memberHttp.get('/api/shop.Order/changes', order_no ? { order_no } : {}, signal)).changes

/** Does one of the things that an order allows. */
export const actOn = async (
  order: Pick<Order, 'order_no' | 'version'>,
  action: OwnAction,
  more: { reason?: string; address_id?: number } = {},
): Promise<Order> => {
  const { order_no, version } = order
  const sent = { order_no, version, ...more }
  const answer = await underCommandId([action, sent], (command_id) =>
    memberHttp.post(`/api/shop.Order/${action}`, { ...sent, command_id }),
  )
  return answer.row
}

export const beginPayment = (order_no: string, command_id: string, password: string) =>
  memberHttp.post('/api/shop.Pay/begin', {
    order_no,
    method: BALANCE,
    scene: 'native',
    command_id,
    ...(password ? { password } : {}),
  })
