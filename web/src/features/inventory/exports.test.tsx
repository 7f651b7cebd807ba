import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage, type Call } from '../../../test/page'
import InventoryPage from './InventoryPage'
import InventoryRecordPage from './InventoryRecordPage'
import StockLevelPage from './StockLevelPage'

beforeAll(() => loadTexts('inventory', 'resource', 'dataExchange', 'upload'))
beforeEach(() => {
  session.permissions = Object.fromEntries(
    ['inventory', 'inventoryrecord', 'stocklevel'].map((name) => [
      `warehouse/${name}`,
      [`warehouse/${name}/export`],
    ]),
  )
})

const rows: [string, ReactElement, string, string, Record<string, string>][] = [
  [
    'inventory',
    <InventoryPage />,
    'Inventory',
    'batch_number=B1&held=1&expires_in=7&page=2&order=id,asc',
    {
      'search[0][field]': 'batch_number',
      'search[0][val]': 'B1',
      'search[0][operator]': 'LIKE',
      held: '1',
      expires_in: '7',
    },
  ],
  [
    'stock by level',
    <StockLevelPage />,
    'StockLevel',
    'group=warehouse&q=pen&below=1&idle_days=30',
    { group: 'warehouse', quickSearch: 'pen', below: '1', idle_days: '30' },
  ],
  [
    'the ledger',
    <InventoryRecordPage />,
    'InventoryRecord',
    'operation_type=20&page=5',
    { 'search[0][field]': 'operation_type', 'search[0][val]': '20', 'search[0][operator]': 'eq' },
  ],
]

it.each(rows)('exports %s as it stands on the screen', async (_, page, controller, address, expected) => {
  const calls = answerCalls(({ method, path }): unknown => {
    if (method === 'POST') return { task: 7 }
    return path.endsWith('/exportColumns')
      ? { list: [{ name: 'product', title: 'Product' }] }
      : { list: [], total: 0 }
  })
  renderPage(page, `/admin/warehouse/x?${address}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
  const primary = (): HTMLButtonElement | null =>
    document.querySelector('.arco-modal-footer .arco-btn-primary')
  await waitFor(() => expect(primary()?.disabled).toBe(false))
  fireEvent.click(primary()!)
  const posts = (): Call[] => calls.filter(({ method }) => method === 'POST')
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]!.path).toBe(`/admin/warehouse.${controller}/export`)
  expect(Object.fromEntries(posts()[0]!.query)).toMatchObject(expected)
  expect([...posts()[0]!.query.keys()]).not.toContain('page')
})

it.each(rows)('offers no export of %s without the right', async (_, page) => {
  session.permissions = {}
  answerCalls(() => ({ list: [], total: 0 }))
  renderPage(page, '/admin/warehouse/x')
  await screen.findByRole('button', { name: 'My filters' })
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})
