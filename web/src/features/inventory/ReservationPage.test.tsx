import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage } from '../../../test/page'
import ReservationPage from './ReservationPage'

beforeAll(() => loadTexts('inventory', 'resource', 'orders'))

const held = (id: number, order_kind: string, order_type: number | null, end_time: number | null) => ({
  id,
  order_kind,
  order_id: id,
  operation_number: `N${id}`,
  line: 1,
  order_type,
  product_id: 5,
  product: { product_no: 'P5', name: `Board ${id}`, spec: '', unit: { name: 'm' } },
  warehouses: { name: 'North' },
  area: null,
  shelf: null,
  batch_number: '',
  quantity: '2',
  admin: null,
  shop_order_no: null,
  create_time: 1,
  end_time,
  old: false,
})

it('says what goods are reserved for and until when, and opens the page of their order', async () => {
  session.permissions = {
    'warehouse/reservation': ['warehouse/reservation/release'],
    'warehouse/outboundorder': ['warehouse/outboundorder/index'],
    'warehouse/transferorder': ['warehouse/transferorder/index'],
    'shop/order/order': ['shop/order/order/index'],
  }
  const rows = [
    held(1, 'shop', null, 1_790_000_000),
    held(2, 'outbound', 20, null),
    held(3, 'transfer', 10, null),
  ]
  answerCalls(() => ({ list: rows, total: 3, remark: '' }))
  renderPage(<ReservationPage />, '/admin/warehouse/reservation')
  const row = async (name: string) => (await screen.findByText(name)).closest('tr')!
  const shop = await row('Board 1')
  const link = (at: HTMLElement) => at.querySelector('a[href*="id="]')?.getAttribute('href')
  expect(link(shop)).toBe('/admin/shop/order/order?id=1')
  expect(shop.textContent).toContain('Shop order, not paid yet')
  expect(shop.textContent).toContain('2026-09')
  expect(within(shop).queryByText('Release')).toBeNull()
  const back = await row('Board 2')
  expect([link(back), link(await row('Board 3'))]).toEqual([
    '/admin/warehouse/outboundOrder?id=2',
    '/admin/warehouse/transferOrder?id=3',
  ])
  expect(back.textContent).toContain('Return to the supplier')
  expect(within(back).getByText('Release')).toBeTruthy()
})

it('hands reservations over to a transfer, whose number says that it is one', async () => {
  session.permissions = { 'warehouse/reservation': ['warehouse/reservation/handover'] }
  const calls = answerCalls(({ method }) =>
    method === 'POST' ? {} : { list: [held(4, 'outbound', 10, null)], total: 1, remark: '' },
  )
  renderPage(<ReservationPage />, '/admin/warehouse/reservation')
  const row = (await screen.findByText('Board 4')).closest('tr')!
  fireEvent.click(within(row).getByText('Hand over'))
  const dialog = (await screen.findByText('Hand over the reservation of N4')).closest('.arco-modal')!
  const type = (name: string, value: string) =>
    fireEvent.change(within(dialog as HTMLElement).getByRole('textbox', { name }), { target: { value } })
  type('To order', 'DB20260115000002')
  type('Reason', 'More urgent')
  fireEvent.click(dialog.querySelector('.arco-modal-footer .arco-btn-primary')!)
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1))
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    to_order_kind: 'transfer',
    to_order_no: 'DB20260115000002',
    to_line: 1,
  })
})

it('leaves what the system reserves for parcels of the shop alone', async () => {
  session.permissions = { 'warehouse/reservation': ['warehouse/reservation/release'] }
  const parcel = { ...held(5, 'outbound', 10, null), shop_order_no: 'S5' }
  answerCalls(() => ({ list: [parcel, held(6, 'outbound', 10, null)], total: 2, remark: '' }))
  renderPage(<ReservationPage />, '/admin/warehouse/reservation')
  await screen.findByText('Board 6')
  expect(screen.getAllByText('Release')).toHaveLength(1)
})

it.each([
  ['to_order_no', 'To order'],
  // Itself, or of another warehouse.
  ['from_order_id', 'To order'],
  ['line', 'Line of that order'],
])('says at its field what the node refuses: %s', async (field, name) => {
  session.permissions = { 'warehouse/reservation': ['warehouse/reservation/handover'] }
  const errors = [{ field, key: 'error.reference', msg: 'No such order' }]
  answerCalls(({ method }) =>
    method === 'POST'
      ? { code: 0, msg: 'to_order_no: No such order', data: { errors } }
      : { list: [held(4, 'outbound', 10, null)], total: 1, remark: '' },
  )
  renderPage(<ReservationPage />, '/admin/warehouse/reservation')
  fireEvent.click(await screen.findByText('Hand over'))
  const to = await screen.findByRole('textbox', { name: 'To order' })
  const box = screen.getByRole('textbox', { name })
  fireEvent.change(to, { target: { value: 'CK1' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Urgent' } })
  fireEvent.click(document.querySelector('.arco-modal-footer .arco-btn-primary')!)
  expect((await screen.findByText('No such order')).closest('.arco-form-item')?.contains(box)).toBe(true)
  fireEvent.change(to, { target: { value: 'CK2' } })
  await waitFor(() => expect(screen.queryByText('No such order')).toBeNull())
})

it('releases no part of a piece', async () => {
  session.permissions = { 'warehouse/reservation': ['warehouse/reservation/release'] }
  const calls = answerCalls(({ path }) =>
    path.endsWith('Product/index')
      ? { list: [{ id: 5, product_no: 'P5', name: 'Board', unit: { name: 'pc', decimals: 0 } }] }
      : { list: [held(6, 'outbound', 10, null)], total: 1, remark: '' },
  )
  renderPage(<ReservationPage />, '/admin/warehouse/reservation')
  const row = (await screen.findByText('Board 6')).closest('tr')!
  fireEvent.click(within(row).getByText('Release'))
  const dialog = (await screen.findByText('Release the reservation of N6')).closest<HTMLElement>(
    '.arco-modal',
  )!
  const type = (name: string, value: string) =>
    fireEvent.change(within(dialog).getByRole('textbox', { name }), { target: { value } })
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('Product/index'))).toBe(true))
  type('Quantity', '1.5')
  type('Reason', 'Not needed')
  fireEvent.click(dialog.querySelector('.arco-modal-footer .arco-btn-primary')!)
  expect(await within(dialog).findByText('Whole numbers only')).toBeTruthy()
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(0)
})
