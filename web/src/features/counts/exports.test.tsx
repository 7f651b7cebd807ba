import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { beginExport, mayExport } from '../../../test/exports'
import { answerCalls, renderPage } from '../../../test/page'
import { PAGE, type CountSheet } from './api'
import { CountLines } from './CountLines'
import { CountList } from './CountList'

beforeAll(() => loadTexts('counts', 'resource', 'dataExchange', 'upload'))
beforeEach(() => {
  session.permissions = mayExport(PAGE)
})

const nothing = (): void => undefined
const SHEET = {
  id: 4,
  count_no: 'PD1',
  status: 1,
  allowed: [],
  shows_books: true,
} as unknown as CountSheet
const lines = <CountLines sheet={SHEET} turn={0} chosen={[]} choose={nothing} saved={nothing} />

it('exports count sheets as they stand on the screen', async () => {
  const { path, query } = await beginExport(
    <CountList />,
    '/admin/warehouse/stockCount?status=1&q=shelf&page=2',
  )
  expect(path).toBe('/admin/warehouse.StockCount/export')
  expect(Object.fromEntries(query)).toEqual({
    quickSearch: 'shelf',
    'search[0][field]': 'status',
    'search[0][val]': '1',
    'search[0][operator]': 'eq',
    format: 'xlsx',
  })
})

it('exports the lines of a sheet that are shown', async () => {
  const { path, query } = await beginExport(lines, '/admin/warehouse/stockCount?id=4')
  expect(path).toBe('/admin/warehouse.StockCount/export')
  // A submitted sheet opens on its differences.
  expect(Object.fromEntries(query)).toEqual({ rows: 'lines', id: '4', view: 'different', format: 'xlsx' })
})

it('exports all lines of a sheet when asked to', async () => {
  const { query } = await beginExport(lines, '/admin/warehouse/stockCount?id=4', undefined, () =>
    fireEvent.click(screen.getByRole('radio', { name: 'Everything' })),
  )
  expect(Object.fromEntries(query)).toEqual({ rows: 'lines', id: '4', format: 'xlsx' })
})

it('offers no export without the right', async () => {
  session.permissions = {}
  answerCalls(() => ({ list: [], total: 0 }))
  renderPage(lines, '/admin/warehouse/stockCount?id=4')
  await screen.findByText('No lines match')
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})
