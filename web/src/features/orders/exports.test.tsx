import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage, type Call } from '../../../test/page'
import OrderListPage from './OrderListPage'
import TransferListPage from './transfer/TransferListPage'

beforeAll(() => loadTexts('orders', 'orderSteps', 'transferOrders', 'resource', 'dataExchange', 'upload'))

const KINDS: [string, ReactElement][] = [
  ['InboundOrder', <OrderListPage direction="inbound" />],
  ['OutboundOrder', <OrderListPage direction="outbound" />],
  ['AdjustmentOrder', <OrderListPage direction="adjustment" />],
  ['TransferOrder', <TransferListPage />],
]

beforeEach(() => {
  session.permissions = Object.fromEntries(
    KINDS.map(([controller]) => {
      const page = `warehouse/${controller.toLowerCase()}`
      return [page, [`${page}/export`]]
    }),
  )
})

it.each(KINDS)('exports %s by status, order by order or line by line', async (controller, page) => {
  const calls = answerCalls(({ method, path }): unknown => {
    if (method === 'POST') return { task: 7 }
    return path.endsWith('/exportColumns')
      ? { list: [{ name: 'number', title: 'Number' }] }
      : { list: [], total: 0 }
  })
  renderPage(page, '/admin/warehouse/x?status=1&q=A7&page=2')
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
  fireEvent.click(await screen.findByRole('radio', { name: 'a line of an order' }))
  const primary = (): HTMLButtonElement | null =>
    document.querySelector('.arco-modal-footer .arco-btn-primary')
  await waitFor(() => expect(primary()?.disabled).toBe(false))
  fireEvent.click(primary()!)
  const posts = (): Call[] => calls.filter(({ method }) => method === 'POST')
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]!.path).toBe(`/admin/warehouse.${controller}/export`)
  expect(Object.fromEntries(posts()[0]!.query)).toEqual({
    quickSearch: 'A7',
    'search[0][field]': 'status',
    'search[0][val]': '1',
    'search[0][operator]': 'eq',
    format: 'xlsx',
    rows: 'lines',
  })
})

it.each(KINDS)('lists %s that hold a product, and exports the same', async (controller, page) => {
  const calls = answerCalls(({ method, path }): unknown => {
    if (method === 'POST') return { task: 7 }
    return path.endsWith('/exportColumns')
      ? { list: [{ name: 'number', title: 'Number' }] }
      : { list: [], total: 0 }
  })
  renderPage(page, '/admin/warehouse/x?product_id=7')
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
  const primary = (): HTMLButtonElement | null =>
    document.querySelector('.arco-modal-footer .arco-btn-primary')
  await waitFor(() => expect(primary()?.disabled).toBe(false))
  fireEvent.click(primary()!)
  await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
  const asked = ['index', 'export'].map((action) =>
    calls.find(({ path }) => path === `/admin/warehouse.${controller}/${action}`),
  )
  expect(asked.map((call) => call?.query.get('search[0][field]'))).toEqual(['product_id', 'product_id'])
  expect(asked.map((call) => call?.query.get('search[0][val]'))).toEqual(['7', '7'])
})

it.each(KINDS)('offers no export of %s without the right', async (_, page) => {
  session.permissions = {}
  answerCalls(() => ({ list: [], total: 0 }))
  renderPage(page, '/admin/warehouse/x')
  await screen.findByRole('button', { name: 'My filters' })
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})
