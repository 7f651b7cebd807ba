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

const SETS_UP = {
  'warehouse/warehouse': ['warehouse/warehouse/add', 'warehouse/warehouse/index', 'warehouse/unit/index'],
}

it('lists the first steps to people who may set up the company', async () => {
  session.permissions = SETS_UP
  answerCalls(() => DATA)
  renderPage(<DashboardPage />, '/admin/dashboard')
  const steps = await screen.findByRole('region', { name: 'First steps' })
  expect(
    [...steps.querySelectorAll('li')].map((step) => [
      step.querySelector('a')?.textContent,
      step.textContent?.includes('There are some'),
    ]),
  ).toEqual([
    ['Warehouses', true],
    ['Units', false],
  ])
})

it('has no first steps once goods have moved', async () => {
  session.permissions = SETS_UP
  const month = {
    month: '2026-01',
    unit_id: 1,
    in_quantity: '1',
    in_amount: '1',
    out_quantity: '0',
    out_amount: '0',
  }
  answerCalls(() => ({ ...DATA, months: [month], units: [{ id: 1, name: 'pc' }], month_names: ['2026-01'] }))
  renderPage(<DashboardPage />, '/admin/dashboard')
  await screen.findByTitle('Unit')
  expect(screen.queryByText('First steps')).toBeNull()
})

it('has figures and links of those lists alone that the user may see', async () => {
  session.permissions = { 'warehouse/inventory': ['warehouse/inventory/index', 'warehouse/product/index'] }
  answerCalls(() => DATA)
  renderPage(<DashboardPage />, '/admin/dashboard')
  expect(await screen.findByRole('link', { name: /Expiring in 30 days/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Products/ })).toBeTruthy()
  for (const hidden of ['To ship', 'Count sheets to review', 'Stock value'])
    expect(screen.queryByText(hidden)).toBeNull()
  expect(screen.getByText('North').closest('a')).toBeNull()
})

it('leads from values of stock to the list that has them', async () => {
  session.permissions = { 'warehouse/stocklevel': ['warehouse/stocklevel/index'] }
  answerCalls(() => ({
    ...DATA,
    cards: { ...DATA.cards, stock_value: '7.50' },
    values: [{ warehouses_id: 1, name: 'North', value: '7.50' }],
  }))
  renderPage(<DashboardPage />, '/admin/dashboard')
  const linkOf = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await linkOf(/Stock value/)).toBe('/admin/warehouse/stockLevel')
  expect(await linkOf(/North/)).toBe('/admin/warehouse/stockLevel?warehouses_id=1')
})
