import { screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage } from '../../../test/page'
import DashboardPage from './DashboardPage'

beforeAll(() => loadTexts('dashboard'))
afterEach(() => {
  session.permissions = {}
})

const DATA = {
  remark: '',
  cards: {
    to_review: 0,
    counts_to_review: 3,
    to_stock_in: 0,
    to_ship: 2,
    overdue_transfers: 0,
    below_safety: 0,
    expiring: 0,
    stock_value: null,
    products: 9,
    warehouses: 1,
    unread: 0,
  },
  reviews: [],
  values: [{ warehouses_id: 1, name: 'North', value: null }],
  movers: [],
  movers_since: '2026-01-01',
  expires_in: 30,
  overdue_after: 7,
  units: [],
  month_names: [],
  months: [],
  first_sign_in_today: 0,
  now: 1,
}

it('has figures and links of those lists alone that the user may see', async () => {
  session.permissions = { 'warehouse/inventory': ['warehouse/inventory/index', 'warehouse/product/index'] }
  answerCalls(() => DATA)
  renderPage(<DashboardPage />, '/admin/dashboard')
  expect(await screen.findByRole('link', { name: /Expiring in 30 days/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Products/ })).toBeTruthy()
  for (const hidden of ['To ship', 'Count sheets to review', 'Stock value'])
    expect(screen.queryByText(hidden)).toBeNull()
  expect(screen.getByRole('link', { name: /North/ }).getAttribute('href')).toContain('warehouses_id=1')
})
