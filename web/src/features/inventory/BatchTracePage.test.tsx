import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage, scanCode } from '../../../test/page'
import BatchTracePage from './BatchTracePage'

beforeAll(() => loadTexts('inventory', 'orders', 'resource', 'scan'))
afterEach(() => {
  session.permissions = {}
})

const source = {
  operation_type: 10,
  reverses: false,
  order_id: 1,
  order_kind: 'inbound',
  operation_number: 'RK1',
  partner: null,
  warehouses_id: 1,
  warehouses: { name: 'North' },
  quantity: '9',
  first_time: 1,
  last_time: 1,
}
/** A number that nobody has written on goods. */
const MISTYPED = 'B-NONE'

const trace = (product_id: number, batch_number: string) => ({
  product_id,
  product: { product_no: 'P5', name: 'Milk', spec: '', unit: { name: 'l' } },
  batch_number,
  holds: [],
  expiry_date: null,
  received: '9',
  delivered: '4',
  on_hand: '5',
  on_road: '0',
  sources: batch_number === MISTYPED ? [] : [source],
  moves: [],
  deliveries: [],
  places: [],
  roads: [],
  reservations: [],
  more: false,
})

function open(address: string) {
  const calls = answerCalls(({ path, query, method }) => {
    if (path.endsWith('Barcode/resolve'))
      return {
        found: query.get('code')?.startsWith('P')
          ? [{ product: { id: 5, product_no: 'P5', name: 'Milk', unit_name: 'l', unit_decimals: 0 } }]
          : [],
      }
    if (path.endsWith('BatchTrace/order')) return { batches: [trace(5, 'OF-ORDER')] }
    if (path.endsWith('BatchTrace/index')) return trace(5, query.get('batch_number') ?? '')
    if (method === 'POST')
      return {
        released: [{ order_kind: 'outbound', order_id: 7, order_no: 'CK7', quantity: '3', warehouses_id: 1 }],
        delivered_orders: 2,
        delivered_more: false,
      }
    return { list: [] }
  })
  renderPage(<BatchTracePage />, address)
  const asked = (end: string) => calls.filter(({ path }) => path.endsWith(end)).map(({ query }) => query)
  return { asked }
}
const order = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'or by order number' })

it('traces what is scanned: a product, or else an order', async () => {
  const { asked } = open('/admin/warehouse/batchTrace')
  await order()
  scanCode('P5-CODE')
  await waitFor(() => expect(asked('BatchTrace/index')).toHaveLength(1))
  expect(asked('BatchTrace/index')[0]?.get('product_id')).toBe('5')
  scanCode('CK20260101')
  await waitFor(() => expect(asked('BatchTrace/order')).toHaveLength(1))
  // The form says what is shown.
  expect((await order()).value).toBe('CK20260101')
})

it('forgets the order once a batch is asked for', async () => {
  const { asked } = open('/admin/warehouse/batchTrace?order_no=CK1')
  expect((await order()).value).toBe('CK1')
  fireEvent.change(screen.getByRole('textbox', { name: 'Batch' }), { target: { value: 'B1' } })
  expect((await order()).value).toBe('')
  expect(asked('BatchTrace/index')).toEqual([])
})

it('names the orders that a recall took reservations from, with the way to them', async () => {
  session.permissions = {
    'warehouse/batchtrace': ['warehouse/batchtrace/recall'],
    'warehouse/outboundorder': ['warehouse/outboundorder/index'],
  }
  open('/admin/warehouse/batchTrace?product_id=5&batch_number=B1')
  fireEvent.click(await screen.findByRole('button', { name: 'Recall' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Reason' }), { target: { value: 'Sour' } })
  fireEvent.click(document.querySelector('.arco-modal-footer .arco-btn-primary')!)
  const link = await screen.findByRole('link', { name: 'CK7' })
  expect(link.getAttribute('href')).toBe('/admin/warehouse/outboundOrder?id=7')
})

it('offers no recall of a batch that nobody knows', async () => {
  session.permissions = { 'warehouse/batchtrace': ['warehouse/batchtrace/recall'] }
  open(`/admin/warehouse/batchTrace?product_id=5&batch_number=${MISTYPED}`)
  expect(await screen.findByText('No movement of this batch or order was found.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Recall' })).toBeNull()
})
