import { beforeAll, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { beginExport, mayExport } from '../../../../test/exports'
import ExceptionPage from './ExceptionPage'
import RefundListPage from './RefundListPage'

beforeAll(() =>
  loadTexts('shopOffice', 'shopDesk', 'shopState', 'shopPay', 'resource', 'dataExchange', 'upload'),
)
beforeEach(() => {
  session.permissions = mayExport('shop/order/refund', 'shop/order/exception')
})

it('exports refunds as they stand on the screen', async () => {
  const { path, query } = await beginExport(
    <RefundListPage />,
    '/admin/shop/order/refund?audit_status=1&page=2',
  )
  expect(path).toBe('/admin/shop.order.Refund/export')
  expect(Object.fromEntries(query)).toEqual({
    'search[0][field]': 'audit_status',
    'search[0][val]': '1',
    'search[0][operator]': 'eq',
    format: 'xlsx',
  })
})

it('exports what of an order needs a person', async () => {
  const { path, query } = await beginExport(<ExceptionPage />, '/admin/shop/order/exception?id=8')
  expect(path).toBe('/admin/shop.order.Exception/export')
  expect(Object.fromEntries(query)).toEqual({ order_id: '8', format: 'xlsx' })
})
