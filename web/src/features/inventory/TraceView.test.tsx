import { screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { renderPage } from '../../../test/page'
import { TraceView, type Trace } from './TraceView'

beforeAll(() => loadTexts('inventory'))
afterEach(() => {
  session.permissions = {}
})

const step = (order_id: number, quantity: string, reverses: boolean) => ({
  operation_type: reverses ? 20 : 10,
  order_kind: reverses ? 'outbound' : 'inbound',
  order_id,
  operation_number: `N${order_id}`,
  partner: null,
  warehouses_id: 2,
  warehouses: { name: 'North' },
  reverses,
  quantity,
  first_time: 1,
  last_time: 1,
})
const TRACE: Trace = {
  product_id: 5,
  product: { product_no: 'P5', name: 'Board', spec: '', unit: { name: 'm' } },
  batch_number: 'B1',
  produce_date: null,
  expiry_date: null,
  received: '6',
  delivered: '0',
  on_hand: '3',
  on_road: '3',
  holds: [],
  sources: [step(1, '10', false), step(2, '-4', true)],
  moves: [{ ...step(0, '-1', false), operation_type: 50, order_kind: null, order_id: null, count_id: 8 }],
  deliveries: [],
  roads: [
    {
      order_id: 7,
      operation_number: 'DB7',
      line: 1,
      from: { name: 'North' },
      to: { name: 'South' },
      quantity: '3',
      create_time: 1,
    },
  ],
  places: [],
  reservations: [],
  more: false,
}

it('shows goods in transit with their transfer, and marks what takes back a receipt', async () => {
  session.permissions = { 'warehouse/transferorder': ['warehouse/transferorder/index'] }
  renderPage(<TraceView trace={TRACE} />)
  const part = async (name: string) => within(await screen.findByRole('region', { name }))
  const road = (await part('Transfers in transit')).getByText('DB7 · 1')
  expect(road.getAttribute('href')).toBe('/admin/warehouse/transferOrder?id=7')
  expect(road.closest('tr')?.textContent).toContain('South')
  // Only those who see inbound orders are led to one.
  expect((await part('Where it came from')).getByText('N1').getAttribute('href')).toBeNull()
  const reversal = (await part('Where it came from')).getByText('N2').closest('tr')
  expect(reversal?.textContent).toContain('Reversal')
})

it('leads from a count to its sheet', async () => {
  session.permissions = { 'warehouse/stockcount': ['warehouse/stockcount/index'] }
  renderPage(<TraceView trace={TRACE} />)
  const link = await screen.findByRole('link', { name: 'N0' })
  expect(link.getAttribute('href')).toBe('/admin/warehouse/stockCount?id=8')
})

it("names the member and the shop's order of a parcel", async () => {
  session.permissions = { 'shop/order/order': ['shop/order/order/index'] }
  const parcel = (order_id: number, name: string) => ({
    ...step(order_id, '-2', false),
    operation_type: 20,
    order_kind: 'outbound',
    partner: { kind: 'member', id: 9, name },
    shop_order_id: 40 + order_id,
    shop_order_no: `SO${order_id}`,
  })
  renderPage(<TraceView trace={{ ...TRACE, deliveries: [parcel(3, 'Ann'), parcel(4, '')] }} />)
  const link = await screen.findByRole('link', { name: 'SO3' })
  expect(link.getAttribute('href')).toBe('/admin/shop/order/order?id=43')
  expect(link.closest('tr')?.textContent).toContain('Ann')
  expect(screen.getByText('SO4').closest('tr')?.textContent).toContain('Member 9')
})
