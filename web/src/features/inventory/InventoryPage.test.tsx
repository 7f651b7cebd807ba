import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage } from '../../../test/page'
import InventoryPage from './InventoryPage'

beforeAll(() => loadTexts('inventory', 'resource'))
afterEach(() => {
  session.permissions = {}
})

const place = (id: number, name: string, below_safety: boolean) => ({
  id,
  product_id: id,
  product: { product_no: `P${id}`, name, spec: '', unit: { name: 'm' } },
  warehouses_id: 2,
  warehouses: { name: 'North' },
  area: null,
  shelf: null,
  batch_number: '',
  // Less than the safety stock lies in each of both places.
  total_quantity: '4',
  reserved_quantity: '0',
  available_quantity: '4',
  held_quantity: '0',
  safety_stock_num: '5',
  below_safety,
  hold_state: 0,
  area_purpose: 0,
  average_cost: null,
  update_time: 1,
})

it('marks a product that is below its safety stock, not a place that holds less', async () => {
  answerCalls(() => ({ list: [place(1, 'Board', false), place(2, 'Beam', true)], total: 2, remark: '' }))
  renderPage(<InventoryPage />, '/admin/warehouse/inventory')
  const row = async (name: string) => within((await screen.findByText(name)).closest('tr')!)
  expect((await row('Beam')).getByText('Low')).toBeTruthy()
  expect((await row('Board')).queryByText('Low')).toBeNull()
})

it.each([
  ['Inbound orders', 'inboundOrder', '?product_id=1&warehouses_id=2'],
  ['Transfer orders', 'transferOrder', '?product_id=1'],
])('leads from goods to the %s with them', async (label, page, search) => {
  const node = `warehouse/${page.toLowerCase()}`
  session.permissions = { [node]: [`${node}/index`] }
  answerCalls(() => ({ list: [place(1, 'Board', false)], total: 1, remark: '' }))
  const router = createMemoryRouter([{ path: '*', element: <InventoryPage /> }], {
    initialEntries: ['/admin/warehouse/inventory'],
  })
  render(<RouterProvider router={router} />)
  const row = within((await screen.findByText('Board')).closest('tr')!)
  fireEvent.click(row.getByLabelText('More'))
  fireEvent.click(await screen.findByText(label))
  expect(screen.queryByText('Outbound orders')).toBeNull()
  await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/warehouse/${page}`))
  expect(router.state.location.search).toBe(search)
})
