import { screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage } from '../../../../test/page'
import TransitPage from './TransitPage'

beforeAll(() => loadTexts('orders', 'transferOrders', 'resource', 'dataExchange'))
afterEach(() => {
  session.permissions = {}
})

const lot = (line: number, value: string | null) => ({
  id: 9,
  line,
  transfer_order_no: 'DB9',
  product: { product_no: `P${line}`, name: 'Board', unit: 'm' },
  batch_number: '',
  expiry_date: null,
  source_warehouses: { name: 'North' },
  target_warehouses: { name: 'South' },
  back: false,
  quantity: '2',
  value,
  since: 1,
  days: 1,
  admin: null,
})

it('shows each lot of an order, with the way to it, and no value without the right to see it', async () => {
  session.permissions = { 'warehouse/transferorder': ['warehouse/transferorder/index'] }
  const problems = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answerCalls(() => ({ list: [lot(1, null), lot(2, null)], total: 2, total_value: null }))
  renderPage(<TransitPage />, '/admin/warehouse/transit')
  const links = await screen.findAllByRole('link', { name: 'DB9' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    Array(2).fill('/admin/warehouse/transferOrder?id=9'),
  )
  expect(screen.queryByText('Value at cost')).toBeNull()
  const doubled = problems.mock.calls.filter(([text]) => String(text).includes('same key'))
  expect(doubled).toEqual([])
  problems.mockRestore()
})
