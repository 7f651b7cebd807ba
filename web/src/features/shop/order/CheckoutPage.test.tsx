import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { member } from '@/shared/session/member'
import { answerCalls, renderPage, type Call } from '../../../../test/page'
import { cartState } from '../cart'
import CheckoutPage from './CheckoutPage'

beforeAll(() => loadTexts('site', 'shop', 'shopOrder', 'shopMoney', 'shopMore', 'address', 'common'))
beforeEach(() => {
  member.token = 'token'
})
afterEach(() => {
  member.token = ''
})

const address = (id: number, name: string) => ({
  id,
  name,
  mobile: '13800000000',
  area: [1, 2, 3],
  area_text: 'Somewhere',
  area_valid: true,
  address: `Street ${id}`,
  is_default: id === 1,
  version: 1,
})

const QUOTE = {
  lines: [],
  goods_amount: '90.00',
  coupon_amount: '0.00',
  score_amount: '0.00',
  score_used: 0,
  freight: '8.00',
  freight_off: '0.00',
  pay_amount: '98.00',
  freight_steps: [],
  coupons: [],
  score_max: 0,
  money: '500.00',
  ships: true,
  needs_area: false,
  missing_to_free: null,
  user_coupon_id: null,
}

const FAR = 'This address is not delivered to: Pen'

/** A shop that does not deliver to one of two addresses. */
const begin = (refused: number, list = [address(1, 'Ann'), address(2, 'Bob')]): Call[] => {
  const calls = answerCalls(({ path, body }) => {
    if (path === '/api/shop.Address/index') return { list, most: 50 }
    if (path === '/api/shop.Address/countries') return []
    if (path === '/api/shop.Address/edit') return { row: address(2, 'Bob') }
    if (path !== '/api/shop.Order/quote') return { list: [], total: 0, counts: [], pieces: 0 }
    const { address_id: to } = body as { address_id: number }
    return to === refused ? { code: 0, msg: FAR, data: { key: 'error.shop.not_delivered' } } : QUOTE
  })
  renderPage(<CheckoutPage />, '/shop/checkout?sku=3&quantity=1')
  return calls
}
const LINE = {
  line: 1,
  goods_id: 7,
  sku_id: 3,
  name: 'Pen',
  image: '',
  sku_text: '',
  price: '90.00',
  quantity: 1,
  goods_amount: '90.00',
}
const place = (): HTMLButtonElement => screen.getByRole('button', { name: 'Place order' })

describe('the checkout', () => {
  it('still offers other addresses where the first one is refused', async () => {
    begin(1)
    await screen.findByText(FAR)
    const [first, second] = screen.getAllByRole<HTMLInputElement>('radio', { name: /Ann|Bob/ })
    expect(first?.checked).toBe(true)
    fireEvent.click(second!)
    await screen.findByText('Your goods')
    expect(screen.queryByText(FAR)).toBeNull()
    expect(place().disabled).toBe(false)
  })
  it('shows a refusal that comes later instead of the old sum, and places nothing', async () => {
    begin(2)
    await screen.findByText('Your goods')
    expect(place().disabled).toBe(false)
    screen.getByText('Freight')
    fireEvent.click(screen.getByRole('radio', { name: /Bob/ }))
    await screen.findByText(FAR)
    expect(screen.queryByText('Freight')).toBeNull()
    expect(place().disabled).toBe(true)
    fireEvent.click(screen.getByRole('radio', { name: /Ann/ }))
    await screen.findByText('Freight')
    await waitFor(() => expect(place().disabled).toBe(false))
  })
  it('shows a few of many addresses until all are asked for, and adds none to a full book', async () => {
    begin(
      0,
      Array.from({ length: 50 }, (_, at) => address(at + 1, `Ann ${at + 1}`)),
    )
    await screen.findByText('Your goods')
    const radios = () => screen.getAllByRole('radio', { name: /Ann/ })
    expect(radios()).toHaveLength(6)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'New address' }).disabled).toBe(true)
    screen.getByText(/No room for more/)
    fireEvent.click(screen.getByRole('button', { name: 'All 50 addresses' }))
    expect(radios()).toHaveLength(50)
  })
  it('prices anew where an address was mended, and its dialog speaks the language of the page', async () => {
    const calls = begin(0)
    await screen.findByText('Your goods')
    const quotes = () => calls.filter(({ path }) => path === '/api/shop.Order/quote').length
    const before = quotes()
    fireEvent.click(screen.getByRole('button', { name: /^Edit address: Bob/ }))
    fireEvent.change(await screen.findByDisplayValue('Street 2'), { target: { value: 'Street 9' } })
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(quotes()).toBeGreaterThan(before))
    expect(calls.find(({ path }) => path === '/api/shop.Address/edit')?.body).toMatchObject({
      id: 2,
      address: 'Street 9',
    })
  })
  it('goes on with another address where the chosen one was deleted meanwhile', async () => {
    let left = [address(1, 'Ann'), address(2, 'Bob')]
    const errors = [{ field: 'address_id', key: 'error.reference', msg: 'refers to nothing that is in use' }]
    const calls = answerCalls(({ path, body }) => {
      if (path === '/api/shop.Address/index') return { list: left }
      if (path !== '/api/shop.Order/quote' && path !== '/api/shop.Order/add')
        return { list: [], total: 0, counts: [], pieces: 0 }
      const { address_id: to } = body as { address_id: number }
      return left.some(({ id }) => id === to) ? QUOTE : { code: 0, msg: 'no', data: { errors } }
    })
    renderPage(<CheckoutPage />, '/shop/checkout?sku=3&quantity=1')
    await screen.findByText('Your goods')
    fireEvent.click(screen.getByRole('radio', { name: /Bob/ }))
    await waitFor(() => expect(place().disabled).toBe(false))
    left = [address(1, 'Ann')]
    fireEvent.click(place())
    await screen.findByText(/The address you chose no longer exists/)
    expect(screen.queryByRole('radio', { name: /Bob/ })).toBeNull()
    await waitFor(() => expect(place().disabled).toBe(false))
    const quotes = calls.filter(({ path }) => path === '/api/shop.Order/quote')
    expect(quotes.at(-1)?.body).toMatchObject({ address_id: 1 })
  })
  it('says that what was chosen in the cart was ordered meanwhile', async () => {
    const errors = [{ field: 'cart_ids', key: 'error.reference', msg: 'refers to nothing that is in use' }]
    answerCalls(({ path }) => {
      if (path === '/api/shop.Address/index') return { list: [address(1, 'Ann')] }
      if (path === '/api/shop.Order/quote') return { code: 0, msg: 'no', data: { errors } }
      return { list: [], total: 0, counts: [], pieces: 0 }
    })
    renderPage(<CheckoutPage />, '/shop/checkout?sku=3&quantity=1')
    await screen.findByText(/no longer in your cart/)
  })
  it('says one sum that makes the freight free, the smaller one', async () => {
    const step = {
      template_id: 1,
      lines: [1],
      method: 1,
      measure: 1,
      first: 1,
      first_freight: '8.00',
      continue: 1,
      continue_freight: '2.00',
      with_first: true,
      steps: 0,
      free_by: null,
      missing_to_free: '92.00',
      freight: '8.00',
    }
    answerCalls(({ path }) => {
      if (path === '/api/shop.Address/index') return { list: [address(1, 'Ann')] }
      if (path === '/api/shop.Order/quote')
        return { ...QUOTE, freight_steps: [step], missing_to_free: '3.00' }
      return { list: [], total: 0, counts: [], pieces: 0 }
    })
    renderPage(<CheckoutPage />, '/shop/checkout?sku=3&quantity=1')
    await screen.findByText('Add ¥3.00 more for free shipping')
    expect(screen.queryByText(/92\.00 more/)).toBeNull()
  })
  it('says why the cart is not there instead of waiting for it', async () => {
    cartState.cart = null
    answerCalls(({ path }) =>
      path === '/api/shop.Address/index'
        ? { list: [] }
        : { code: 0, msg: 'The shop is closed at the moment', data: { key: 'shop.closed' } },
    )
    renderPage(<CheckoutPage />, '/shop/checkout')
    await screen.findByText('The shop is closed at the moment')
  })
  it('is priced and placed with the points that were chosen', async () => {
    const calls = answerCalls(({ path, body }) => {
      if (path === '/api/shop.Address/index') return { list: [address(1, 'Ann')] }
      if (path === '/api/shop.Order/quote') {
        const { score = 0 } = body as { score?: number }
        return { ...QUOTE, score_max: 300, score_used: score, score_amount: (score / 100).toFixed(2) }
      }
      if (path === '/api/shop.Order/add') return { row: { order_no: '7', status: 1 } }
      return { list: [], total: 0, counts: [], pieces: 0 }
    })
    renderPage(<CheckoutPage />, '/shop/checkout?sku=3&quantity=1')
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Pay with points, up to 300' }))
    await screen.findByText('300 points used')
    const many = screen.getByRole('textbox', { name: 'Points to use' })
    fireEvent.change(many, { target: { value: '120' } })
    fireEvent.blur(many)
    await screen.findByText('120 points used')
    fireEvent.click(place())
    await waitFor(() => expect(calls.find(({ path }) => path === '/api/shop.Order/add')).toBeTruthy())
    expect(calls.find(({ path }) => path === '/api/shop.Order/add')?.body).toMatchObject({ score: 120 })
  })
  it('marks the line that a refusal is about', async () => {
    answerCalls(({ path }) => {
      if (path === '/api/shop.Address/index') return { list: [address(1, 'Ann')] }
      if (path === '/api/shop.Order/quote') return { ...QUOTE, lines: [LINE, { ...LINE, line: 2 }] }
      if (path !== '/api/shop.Order/add') return { list: [], total: 0, counts: [], pieces: 0 }
      return { code: 0, msg: 'Sold out: Pen', data: { key: 'shop.sold_out', sku_id: 3, lines: [2] } }
    })
    renderPage(<CheckoutPage />, '/shop/checkout?sku=3&quantity=1')
    await screen.findByText('Your goods')
    fireEvent.click(place())
    await screen.findByText('Sold out: Pen')
    const mark = screen.getByText('Can’t be bought like this')
    expect(screen.getAllByRole('listitem').findIndex((item) => item.contains(mark))).toBe(1)
  })
})
