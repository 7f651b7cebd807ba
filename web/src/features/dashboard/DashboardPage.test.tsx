import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { views } from '@/resource/list/views'
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

const STEPS = {
  ...Object.fromEntries(
    ['company', 'area', 'shelf', 'unit', 'product', 'partners', 'stock', 'people'].map((name) => [
      name,
      false,
    ]),
  ),
  ...{ warehouse: true, carrier: false, contact: false, shop: false },
}
const answer =
  (steps: object) =>
  ({ path }: { path: string }) =>
    path.endsWith('firstSteps') ? steps : DATA
const shownSteps = (steps: HTMLElement) =>
  [...steps.querySelectorAll('li')].map((step) => [
    step.querySelector('a')?.textContent,
    step.querySelector('[aria-label=Done]') !== null,
  ])

it('lists the first steps to people who may set up the company, until they put them away', async () => {
  session.permissions = SETS_UP
  answerCalls(answer(STEPS))
  renderPage(<DashboardPage />, '/admin/dashboard')
  const steps = await screen.findByRole('region', { name: 'First steps' })
  expect(shownSteps(steps)).toEqual([
    ['Warehouses', true],
    ['Units', false],
  ])
  expect(steps.textContent).toContain('1 of 2 done')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText('First steps')).toBeNull())
  views.of = {}
})

it('has no first steps once all are done', async () => {
  session.permissions = SETS_UP
  const calls = answerCalls(answer({ ...STEPS, unit: true }))
  renderPage(<DashboardPage />, '/admin/dashboard')
  await screen.findByText('Nothing has been shipped')
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('firstSteps'))).toBe(true))
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
