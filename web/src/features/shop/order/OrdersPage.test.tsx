import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../../test/page'
import OrdersPage from './OrdersPage'

beforeAll(() => loadTexts('site', 'shop', 'shopOrder'))

const LINE = { line: 1, goods_id: 1, name: 'Pen', image: '', sku_text: '', price: '5.00', quantity: 1 }
const ORDER = {
  ...{
    id: 7,
    order_no: 'S7',
    status: 2,
    version: 1,
    closing: false,
    create_time: 1_700_000_000,
    due_at: null,
  },
  ...{
    lines: [{ ...LINE, goods_amount: '5.00' }],
    parcels: [],
    refunds: [],
    allowed: [],
    pay_amount: '5.00',
  },
}
const COUNTS = { to_pay: 0, to_ship: 1, to_receive: 0, to_evaluate: 0, refunds: 0 }
const page = (list: object[]) => ({ list, total: list.length, counts: COUNTS, changes: 1 })

describe('the list of orders', () => {
  it.each([
    ['', 'No orders yet', 'Look around', '/shop'],
    ['?tab=3', 'No orders here', 'All my orders', '/user/shop/orders'],
    ['?search=quill', 'No order matches “quill”', 'All my orders', '/user/shop/orders'],
  ])('says why it is empty: %j', async (address, title, link, to) => {
    answerCalls(() => page([]))
    renderPage(<OrdersPage />, `/user/shop/orders${address}`)
    await screen.findByRole('heading', { name: title })
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(to)
  })
  it('does not pass what another tab has shown for this one', async () => {
    answerCalls(({ query }) =>
      query.get('status') === '3' ? { code: 0, msg: 'The server is busy', data: {} } : page([ORDER]),
    )
    renderPage(<OrdersPage />, '/user/shop/orders')
    await screen.findByText('Order S7')
    fireEvent.click(screen.getByRole('link', { name: /To receive/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('The server is busy')
    expect(screen.queryByText('Order S7')).toBeNull()
  })
})
