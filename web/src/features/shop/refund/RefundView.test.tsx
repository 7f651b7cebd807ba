import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../../test/page'
import { RefundView } from './RefundView'

beforeAll(() => loadTexts('site', 'common', 'shopRefund', 'shopState', 'upload'))

const LINE = {
  line: 1,
  name: 'Pen',
  image: '',
  sku_text: '',
  price: '5.00',
  quantity: 3,
  goods_amount: '15.00',
}
const ROW = {
  id: 3402,
  refund_no: 'R2',
  type: 2,
  audit_status: 2,
  status: 3,
  user_ship_status: 2,
  pay_status: 0,
  way: '',
  lines: [{ line: 1, quantity: 3, amount: '15.00', worth: '15.00', freight: '0.00' }],
  images: [],
  reject_images: [],
  ship_images: [],
  missing: [],
  reason: 'Broken',
  description: '',
  refuse_reason: '',
  end_reason: '',
  courier_number: '',
  asked_amount: '15.00',
  refund_amount: '15.00',
  score_back: 0,
  allowed: [],
  create_time: 1_700_000_000,
  orderRelation: { order_no: 'S9' },
}
const show = (row: object, pay_method = 1, order: object = {}): void => {
  answerCalls(() => ({
    row: { ...ROW, ...row },
    order: { lines: [LINE], pay_method, status: 4, user_coupon_id: null, refunds: [], ...order },
    return_address: null,
  }))
  renderPage(<RefundView id={3402} back={() => undefined} />, '/user/shop/refund?id=3402')
}

describe("a member's refund", () => {
  it('shows why goods were not taken back, in words and pictures', async () => {
    show({ refuse_reason: 'Worn', reject_images: ['/storage/a.png', '/storage/b.png'] })
    await screen.findByText('Reason: Worn')
    expect(screen.getAllByRole('img', { name: /Picture [12]/ })).toHaveLength(2)
  })
  it('says what did not come back, and what for less is paid', async () => {
    show({ status: 2, missing: [{ line: 1, quantity: 2, reason: 'Two in the parcel' }] })
    await screen.findByText(/2 of Pen missing.*Two in the parcel/)
  })
  it.each([
    ['', 2, 'Refunded to: WeChat Pay'],
    ['balance', 2, 'Refunded to: Balance'],
    ['hand', 2, 'The shop has refunded you another way'],
  ])('says how the money has come back: %s', async (way, method, words) => {
    show({ status: 2, pay_status: 2, way }, method)
    await screen.findByText(words)
  })
  it.each([
    [{ status: 1, coupon_back: true }, { user_coupon_id: 3 }, /^The coupon is returned with the money/],
    [{ status: 2, pay_status: 2 }, { user_coupon_id: 3, status: 6 }, /^The coupon has been returned to you/],
    [
      { status: 2, pay_status: 2, coupon_back: true },
      { user_coupon_id: 3, refunds: [{ coupon_back: true, pay_status: 2 }] },
      /^The coupon has been returned to you/,
    ],
  ])('says that the coupon comes back: %j of %j', async (row, order, words) => {
    show(row, 1, order)
    await screen.findByText(words)
  })
  it('says nothing of a coupon that stays used', async () => {
    show({ status: 2, pay_status: 2 }, 1, { user_coupon_id: 3 })
    await screen.findByText('Refunded to: Balance')
    expect(screen.queryByText(/The coupon/)).toBeNull()
  })
  it.each([
    [{ type: 1, audit_status: 1, status: 0, user_ship_status: 0 }, 'Refunded when the shop agrees'],
    [{ status: 1, user_ship_status: 0 }, 'Refunded when the goods arrive'],
    [{ status: 1 }, 'Refunded once the shop has inspected the goods'],
    [{ status: 1, pay_status: 1 }, /the money is being refunded/],
    [{ status: 1, pay_status: 3 }, /the shop is looking into it/],
  ])('says what the money waits for: %j', async (row, words) => {
    show(row)
    await screen.findByText(words)
  })
  it('leads to its order', async () => {
    show({})
    const link = await screen.findByRole('link', { name: 'Order S9' })
    expect(link.getAttribute('href')).toBe('/user/shop/order/S9')
  })
  it('says what went wrong without the name of a field', async () => {
    const fault = { field: 'id', key: 'error.required', msg: 'required' }
    answerCalls(() => ({ code: 0, msg: 'id: required', data: { ...fault, errors: [fault] } }))
    renderPage(<RefundView id={3402} back={() => undefined} />, '/user/shop/refund?id=3402')
    await screen.findByText('required')
  })
  it('is silent where nothing was refused or missing', async () => {
    show({})
    await screen.findByText('R2')
    expect(screen.queryByText(/missing/)).toBeNull()
    expect(screen.queryAllByRole('img', { name: /Picture/ })).toHaveLength(0)
  })
})
