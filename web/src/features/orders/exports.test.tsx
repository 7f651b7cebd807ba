import { fireEvent, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { beginExport, mayExport } from '../../../test/exports'
import { answerCalls, renderPage } from '../../../test/page'
import OrderListPage from './OrderListPage'
import TransferListPage from './transfer/TransferListPage'
import TransitPage from './transfer/TransitPage'

beforeAll(() => loadTexts('orders', 'orderSteps', 'transferOrders', 'resource', 'dataExchange', 'upload'))

const KINDS: [string, ReactElement][] = [
  ['InboundOrder', <OrderListPage direction="inbound" />],
  ['OutboundOrder', <OrderListPage direction="outbound" />],
  ['AdjustmentOrder', <OrderListPage direction="adjustment" />],
  ['TransferOrder', <TransferListPage />],
]

beforeEach(() => {
  const pages = KINDS.map(([controller]) => `warehouse/${controller}`)
  session.permissions = mayExport(...pages, 'warehouse/transit')
})

it.each(KINDS)('exports %s by status, order by order or line by line', async (controller, page) => {
  const { path, query } = await beginExport(page, '/admin/warehouse/x?status=1&q=A7&page=2', undefined, () =>
    fireEvent.click(screen.getByRole('radio', { name: 'order line' })),
  )
  expect(path).toBe(`/admin/warehouse.${controller}/export`)
  expect(Object.fromEntries(query)).toEqual({
    quickSearch: 'A7',
    'search[0][field]': 'status',
    'search[0][val]': '1',
    'search[0][operator]': 'eq',
    format: 'xlsx',
    rows: 'lines',
  })
})

it.each(KINDS)('lists %s that hold a product, and exports the same', async (controller, page) => {
  const { path, query } = await beginExport(page, '/admin/warehouse/x?product_id=7')
  expect(query.get('search[0][field]')).toBe('product_id')
  expect(query.get('search[0][val]')).toBe('7')
  expect(path).toBe(`/admin/warehouse.${controller}/export`)
})

it('exports goods in transit of a warehouse, since so many days', async () => {
  const { path, query } = await beginExport(
    <TransitPage />,
    '/admin/warehouse/transit?warehouses_id=3&min_days=7',
  )
  expect(path).toBe('/admin/warehouse.Transit/export')
  expect(Object.fromEntries(query)).toMatchObject({ warehouses_id: '3', min_days: '7' })
})

it.each(KINDS)('offers no export of %s without the right', async (_, page) => {
  session.permissions = {}
  answerCalls(() => ({ list: [], total: 0 }))
  renderPage(page, '/admin/warehouse/x')
  await screen.findByRole('button', { name: 'Saved filters' })
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})
