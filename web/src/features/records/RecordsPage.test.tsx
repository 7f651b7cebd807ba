import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { BRAND } from '../../../test/brand'
import { answerCalls } from '../../../test/page'
import RecordsPage from './RecordsPage'

beforeAll(() => loadTexts('common', 'resource'))
afterEach(() => {
  session.permissions = {}
})

function open(name: 'warehouse/supplier' | 'warehouse/product') {
  const resources = ['warehouse/supplier', 'warehouse/product'].map((name) => ({ ...BRAND, name }))
  answerCalls(({ path }) =>
    path.endsWith('/schema') ? { resources } : { list: [{ id: 7, name: 'Mill' }], total: 1 },
  )
  const router = createMemoryRouter([{ path: '*', element: <RecordsPage name={name} /> }], {
    initialEntries: [`/admin/${name}`],
  })
  render(<RouterProvider router={router} />)
  return router
}
const row = async () => within((await screen.findByText('Mill')).closest('tr')!)

it('leads from a supplier to the orders with it, those who may see them', async () => {
  session.permissions = { 'warehouse/inboundorder': ['warehouse/inboundorder/index'] }
  const router = open('warehouse/supplier')
  fireEvent.click((await row()).getByLabelText('More'))
  fireEvent.click(await screen.findByText('Inbound orders'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/warehouse/inboundOrder'))
  expect(router.state.location.search).toBe('?supplier_id=7')
})

it('leads from a product to its stock and to each kind of its orders', async () => {
  session.permissions = Object.fromEntries(
    ['inventory', 'inboundorder', 'outboundorder', 'transferorder'].map((page) => [
      `warehouse/${page}`,
      [`warehouse/${page}/index`],
    ]),
  )
  const router = open('warehouse/product')
  fireEvent.click((await row()).getByLabelText('More'))
  fireEvent.click(await screen.findByText('Stock'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/warehouse/inventory'))
  await router.navigate('/admin/warehouse/product')
  fireEvent.click((await row()).getByLabelText('More'))
  fireEvent.click(await screen.findByText('Transfer orders'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/warehouse/transferOrder'))
  expect(router.state.location.search).toBe('?product_id=7')
})

it('leads nobody else there', async () => {
  open('warehouse/supplier')
  fireEvent.click((await row()).getByLabelText('More'))
  await screen.findByText('Delete')
  expect(screen.queryByText('Inbound orders')).toBeNull()
})
