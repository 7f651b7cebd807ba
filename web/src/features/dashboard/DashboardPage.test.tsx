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
  moves: {
    period: '30d',
    since: '2026-01-01',
    since_before: '2025-12-02',
    received: { now: 56, before: 50 },
    shipped: { now: 3, before: 0 },
    products: { now: 0, before: 0 },
    points: [
      { since: '2026-01-01', received: 56, shipped: 1 },
      { since: '2026-01-02', received: 0, shipped: 2 },
    ],
    warehouses: [{ warehouses_id: 1, name: 'North', moves: { now: 44, before: 88 } }],
    operations: [
      { operation_type: 10, moves: { now: 33, before: 50 } },
      { operation_type: 30, moves: { now: 11, before: 0 } },
    ],
  },
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
  await screen.findByText('Nothing has been shipped in this period')
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
  for (const plain of screen.getAllByText('North')) expect(plain.closest('a')).toBeNull()
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

it('shows sums of a period beside those of the period before', async () => {
  answerCalls(() => DATA)
  renderPage(<DashboardPage />, '/admin/dashboard')
  const card = await screen.findByRole('region', { name: 'Goods moved' })
  const sums = [...card.querySelectorAll('dl > div')].map((sum) => sum.textContent)
  expect(sums).toEqual(['Received56+12%50 before', 'Shipped3new0 before', 'Products that moved00 before'])
  expect(screen.getByRole('img', { name: '01-02: 0 received, 2 shipped' })).toBeTruthy()
  const kinds = screen.getByRole('region', { name: 'Movements by kind of order' })
  expect([...kinds.querySelectorAll('li')].map((kind) => kind.textContent)).toEqual([
    'Inbound-34%75% (33)',
    'Transfersnew25% (11)',
  ])
  const warehouses = screen.getByRole('region', { name: 'Movements by warehouse' })
  expect(warehouses.textContent).toContain('North-50%100% (44)')
})

it('asks for the period that is chosen, and shows what was there until it comes', async () => {
  const calls = answerCalls(({ query }) => ({
    ...DATA,
    moves: { ...DATA.moves, period: query.get('period') },
  }))
  renderPage(<DashboardPage />, '/admin/dashboard?period=7d')
  const year = await screen.findByRole('button', { name: '12 months' })
  expect(screen.getByRole('button', { name: '7 days' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(year)
  expect(screen.getByRole('region', { name: 'Goods moved' })).toBeTruthy()
  await screen.findByRole('region', { name: 'In and out, last 12 months' })
  const asked = calls.filter(({ path }) => path.endsWith('Dashboard/index'))
  expect(asked.map(({ query }) => query.get('period'))).toEqual(['7d', '12m'])
})

it('leads from sums and shares to the records that they count', async () => {
  session.permissions = { 'warehouse/inventoryrecord': ['warehouse/inventoryrecord/index'] }
  answerCalls(() => ({
    ...DATA,
    movers: [{ product_id: 9, product_no: 'P9', name: 'Tea', records: 4, records_before: 8 }],
  }))
  renderPage(<DashboardPage />, '/admin/dashboard')
  const records = '/admin/warehouse/inventoryRecord'
  const linkOf = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await linkOf(/^56$/)).toBe(`${records}?operation_type=10&create_time=2026-01-01,`)
  expect(await linkOf(/^North/)).toBe(`${records}?warehouses_id=1&create_time=2026-01-01,`)
  expect(await linkOf(/P9 Tea/)).toBe(`${records}?operation_type=20&product_id=9&create_time=2026-01-01,`)
  expect((await screen.findByRole('link', { name: /P9 Tea/ })).textContent).toContain('-50%')
})
