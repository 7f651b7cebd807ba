import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage, type Call } from '../../../test/page'
import { KINDS } from './kinds'
import OrderDetail from './OrderDetail'
import type { Order } from './model'

beforeAll(() => loadTexts('orders', 'orderSteps', 'resource', 'inventory'))
const SHOP = 'shop/order/order'
beforeEach(() => {
  session.permissions = { [SHOP]: [`${SHOP}/index`, `${SHOP}/delivery`] }
})
afterEach(() => {
  session.permissions = {}
})

const OUTBOUND = {
  id: 12,
  version: 1,
  outbound_order_no: 'SP1',
  order_no: 'SP1',
  shop_order_id: 9,
  shop_order_no: 'S9',
  status: 1,
  type: 10,
  shipment_status: 1,
  allowed: [],
  lines: [],
  history: [],
  total_quantity: '2',
  stocked_quantity: '0',
  total_amount: '1.00',
} as unknown as Order

const PICKS = {
  reserved: true,
  picks: [{ line: 1, product_id: 7, batch_number: 'B7', quantity: '2', reserved: true, why: 'expiry' }],
  missing: [],
  places: [],
}

const shopOrder = (allowed: string[]) => ({
  row: {
    id: 9,
    version: 4,
    allowed,
    name: 'Ann',
    mobile: '13800138001',
    area_text: 'Guangdong Shenzhen Luohu',
    address: 'East Road 1',
    parcels: [
      { no: 1, outbound_order_id: 11, status: 2 },
      { no: 2, outbound_order_id: 12, status: 1 },
    ],
  },
})

function open(allowed: string[], order: Order = OUTBOUND) {
  const calls = answerCalls((call: Call) => {
    if (call.path === '/admin/warehouse.OutboundOrder/edit') return { row: order }
    if (call.path === '/admin/warehouse.OutboundOrder/picks') return PICKS
    if (call.path === '/admin/shop.order.Order/detail') return shopOrder(allowed)
    if (call.path.startsWith('/admin/shop.delivery.Company')) return { options: [{ id: 7, name: 'Express' }] }
    return call.method === 'GET' ? { list: [], total: 0 } : {}
  })
  renderPage(<OrderDetail kind={KINDS.outbound} id={12} close={() => undefined} changed={() => undefined} />)
  return { posts: () => calls.filter(({ method }) => method === 'POST') }
}

describe('the outbound order of a shop order', () => {
  it('is shipped from the warehouse by the command of the shop order, and leads to it', async () => {
    const { posts } = open(['delivery'])
    fireEvent.click(await screen.findByRole('button', { name: 'Ship' }))
    await screen.findByText('Not put away / B7')
    screen.getByText('Ann 13800138001 Guangdong Shenzhen Luohu East Road 1')
    const link = screen.getByRole('link', { name: 'S9' })
    expect(link.getAttribute('href')).toBe('/admin/shop/order/order?id=9')
    fireEvent.click(await screen.findByRole('combobox', { name: 'Delivery company' }))
    fireEvent.click(await screen.findByText('Express'))
    fireEvent.change(screen.getByRole('textbox', { name: 'Tracking no.' }), { target: { value: ' YT1 ' } })
    const buttons = screen.getAllByRole('button', { name: 'Ship' })
    fireEvent.click(buttons[buttons.length - 1]!)
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: '/admin/shop.order.Order/delivery',
      body: { id: 9, version: 4, parcel: 2, company_id: 7, courier_number: 'YT1' },
    })
  })

  it('waits while the shop order does not let it go', async () => {
    open(['cancel'])
    fireEvent.click(await screen.findByRole('button', { name: 'Ship' }))
    await screen.findByText(/can’t be shipped at the moment/)
    const buttons = screen.getAllByRole('button', { name: 'Ship' })
    expect(buttons[buttons.length - 1]).toHaveProperty('disabled', true)
  })

  it('has the button only while it waits, and for those who ship', async () => {
    session.permissions = { [SHOP]: [`${SHOP}/index`] }
    open(['delivery'])
    await screen.findByRole('link', { name: 'S9' })
    expect(screen.queryByRole('button', { name: 'Ship' })).toBeNull()
  })
})
