import { screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { beginExport, mayExport } from '../../../test/exports'
import { answerCalls, renderPage } from '../../../test/page'
import BatchHoldPage from './BatchHoldPage'
import InventoryPage from './InventoryPage'
import InventoryRecordPage from './InventoryRecordPage'
import ReservationPage from './ReservationPage'
import StockLevelPage from './StockLevelPage'

beforeAll(() => loadTexts('inventory', 'resource', 'dataExchange', 'upload'))

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
  [
    'reservations',
    <ReservationPage />,
    'Reservation',
    'batch_number=B1&q=pen&page=2',
    { quickSearch: 'pen', 'search[0][field]': 'batch_number', 'search[0][val]': 'B1' },
  ],
  [
    'held batches',
    <BatchHoldPage />,
    'BatchHold',
    'state=2&page=2',
    { 'search[0][field]': 'state', 'search[0][val]': '2', 'search[0][operator]': 'eq' },
  ],
]

beforeEach(() => {
  session.permissions = mayExport(...rows.map(([, , controller]) => `warehouse/${controller}`))
})

it.each(rows)('exports %s as it stands on the screen', async (_, page, controller, address, expected) => {
  const { path, query } = await beginExport(page, `/admin/warehouse/x?${address}`)
  expect(path).toBe(`/admin/warehouse.${controller}/export`)
  expect(Object.fromEntries(query)).toMatchObject(expected)
  expect([...query.keys()]).not.toContain('page')
})

it.each(rows)('offers no export of %s without the right', async (_, page) => {
  session.permissions = {}
  answerCalls(() => ({ list: [], total: 0 }))
  renderPage(page, '/admin/warehouse/x')
  await screen.findByRole('button', { name: 'Saved filters' })
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})
