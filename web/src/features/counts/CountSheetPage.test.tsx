import { screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage } from '../../../test/page'
import type { CountSheet } from './api'
import { CountSheetPage } from './CountSheetPage'

beforeAll(() => loadTexts('counts', 'inventory', 'orders', 'resource', 'scan'))

afterEach(() => {
  session.permissions = {}
})

const SHEET: Partial<CountSheet> = {
  id: 3,
  count_no: 'PD3',
  status: 1,
  blind: false,
  warehouses: { name: 'North' },
  covers: { area_ids: [], category_ids: [7], product_ids: [], moved_days: null },
  limit_names: { areas: [], categories: ['Tea'], products: [] },
  counters: [],
  line_count: 2,
  counted_count: 2,
  different_count: 1,
  recount_count: 0,
  remark: '',
  create_time: 1,
  allowed: [],
  shows_books: true,
  posting: null,
  history: [],
}
const open = (difference_amount: string | null): void => {
  answerCalls(({ path }) =>
    path.endsWith('/detail') ? { row: { ...SHEET, difference_amount } } : { list: [], total: 0 },
  )
  renderPage(<CountSheetPage id={3} />)
}

it('shows what all differences are worth, to those who see costs', async () => {
  open('-15.50')
  expect((await screen.findByText('Value of all differences')).closest('tr')?.textContent).toContain('15.50')
})

it('names what it covers', async () => {
  open(null)
  expect(await screen.findByText('Category: Tea')).toBeTruthy()
})

it('says how goods are entered where the books have none', async () => {
  session.permissions = {
    'warehouse/stockcount': ['index', 'count', 'submit'].map((right) => `warehouse/stockcount/${right}`),
  }
  const row = { ...SHEET, id: 5, status: 0, line_count: 0, counted_count: 0, allowed: ['count', 'submit'] }
  answerCalls(({ path }) => (path.endsWith('/detail') ? { row } : { list: [], total: 0 }))
  renderPage(<CountSheetPage id={5} />)
  expect(
    await screen.findByText(
      'The books have nothing here. Enter what lies there as found goods; if nothing does, void the sheet.',
    ),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Submit' })).toHaveProperty('disabled', true)
})

it('says why nothing can be counted again yet', async () => {
  session.permissions = {
    'warehouse/stockcount': ['warehouse/stockcount/index', 'warehouse/stockcount/recount'],
  }
  const row = { ...SHEET, id: 4, allowed: ['recount'], difference_amount: null }
  answerCalls(({ path }) => (path.endsWith('/detail') ? { row } : { list: [], total: 0 }))
  renderPage(<CountSheetPage id={4} />)
  await screen.findAllByRole('button', { name: 'Count again' })
  const again = document.querySelector<HTMLButtonElement>('[data-action="recount"]')
  expect(again?.disabled).toBe(true)
  expect(again?.title).toBe('First choose the lines that are to be counted again')
})

it('shows no total where cost is hidden', async () => {
  open(null)
  await screen.findByText('North')
  expect(screen.queryByText('Value of all differences')).toBeNull()
})
