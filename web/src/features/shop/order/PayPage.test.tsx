import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { member } from '@/shared/session/member'
import { answerCalls, renderPage } from '../../../../test/page'
import PayPage from './PayPage'

beforeAll(() => loadTexts('site', 'shop', 'shopOrder', 'shopPay'))
beforeEach(() => {
  member.token = 'token'
})
afterEach(() => {
  member.token = ''
})

const ORDER = { order_no: 'S9', status: 1, pay_amount: '5.00', due_at: null, closing: false }

const open = (row: object): void => {
  answerCalls(({ path }) => {
    if (path === '/api/shop.Order/detail') return { row: { ...ORDER, ...row }, history: [], companies: [] }
    if (path === '/api/shop.Pay/status') return { paid: false, closing: false, methods: [], payment: null }
    return { site: {}, menus: [], rules: [], list: [] }
  })
  renderPage(<PayPage />, '/shop/pay/S9')
}

describe('paying an order', () => {
  it('is offered while it is open', async () => {
    open({})
    await screen.findByRole('button', { name: 'Pay now' })
    expect(screen.queryByText('Being closed')).toBeNull()
  })
  it.each([
    [{ status: 2, parcels: [{ no: 1, status: 1 }] }, /The warehouse ships soon/],
    [{ status: 4, parcels: [] }, /virtual goods are not shipped/],
  ])('says what comes next: %j', async (row, words) => {
    open(row)
    await screen.findByText(words)
  })
  it.each([
    [null, /The time to pay has passed/],
    [1_700_000_000, /closed after the payment/],
  ])('says why it is closed: paid at %s', async (pay_time, words) => {
    open({ status: 6, parcels: [], pay_time })
    await screen.findByText(words)
  })
  it('says that the ways to pay are not known, and asks again', async () => {
    let down = true
    answerCalls(({ path }) => {
      if (path === '/api/shop.Order/detail') return { row: ORDER, history: [], companies: [] }
      if (path === '/api/shop.Pay/status')
        return down
          ? { code: 0, msg: 'Too busy', data: { key: 'error.busy' } }
          : { paid: false, closing: false, methods: [{ method: 2 }], payment: null }
      return { site: {}, menus: [], rules: [], list: [] }
    })
    renderPage(<PayPage />, '/shop/pay/S9')
    expect(await screen.findByText('Too busy')).toBeTruthy()
    down = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('button', { name: /^Pay with/ })
  })
  it('leads to the orders where there is no such one', async () => {
    answerCalls(({ path }) =>
      path === '/api/shop.Order/detail'
        ? { code: 0, msg: 'Record not found', data: { key: 'error.not_found' } }
        : { site: {}, menus: [], rules: [], list: [] },
    )
    renderPage(<PayPage />, '/shop/pay/S9')
    await screen.findByRole('heading', { name: 'There is no such order' })
    const links = screen.getAllByRole('link', { name: 'My orders' })
    expect(links.at(-1)?.getAttribute('href')).toBe('/user/shop/orders')
  })
  it('shows at once that it was paid in another window', async () => {
    let status = 1
    answerCalls(({ path }) => {
      if (path === '/api/shop.Order/detail')
        return { row: { ...ORDER, status, parcels: [] }, history: [], companies: [] }
      if (path !== '/api/shop.Pay/begin') return { site: {}, menus: [], rules: [], list: [], methods: [] }
      status = 2
      return { code: 0, msg: 'no', data: { key: 'shop.transition' } }
    })
    renderPage(<PayPage />, '/shop/pay/S9')
    fireEvent.click(await screen.findByRole('button', { name: 'Pay now' }))
    await screen.findByRole('heading', { name: 'Paid' })
  })
  it('says how a recharge is paid where the balance is too little', async () => {
    answerCalls(({ path }) => {
      if (path === '/api/shop.Order/detail') return { row: ORDER, history: [], companies: [] }
      if (path === '/api/shop.Pay/status') return { paid: false, closing: false, methods: [], payment: null }
      if (path === '/api/shop.Recharge/index') return { packages: [], orders: [], note: 'Bank 1\nAccount 2' }
      return { site: {}, menus: [], rules: [], list: [], userInfo: { id: 1, money: '1.00' } }
    })
    renderPage(<PayPage />, '/shop/pay/S9')
    const note = await screen.findByRole('region', { name: 'How to pay a top-up' })
    expect(note.querySelector('p')?.textContent).toBe('Bank 1\nAccount 2')
  })
  it('is not offered while it is being closed', async () => {
    open({ closing: true })
    await screen.findByText('Being closed')
    expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull()
  })
})
