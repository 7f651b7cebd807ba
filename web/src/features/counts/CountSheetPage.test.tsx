import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage } from '../../../test/page'
import type { CountSheet } from './api'
import { CountSheetPage } from './CountSheetPage'

const screenWidth = vi.hoisted(() => ({ wide: true }))
vi.mock('@/shared/hooks/useWide', () => ({ useWide: () => screenWidth.wide }))

beforeAll(() => loadTexts('counts', 'inventory', 'orders', 'resource', 'scan'))

afterEach(() => {
  screenWidth.wide = true
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
      'The books show nothing here. Enter what is there as found goods; if there is nothing, void the sheet.',
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
  expect(again?.title).toBe('First choose the lines to count again')
})

/** A sheet on a phone, two of whose lines are being counted. */
function countOnPhone(sheet: Partial<CountSheet>, recount: boolean) {
  screenWidth.wide = false
  session.permissions = {
    'warehouse/clerk': [],
    'warehouse/stockcount': ['index', 'count', 'submit'].map((right) => `warehouse/stockcount/${right}`),
  }
  const row = { ...SHEET, id: 6, status: 0, shows_books: false, allowed: ['count', 'submit'], ...sheet }
  const lines = [1, 2].map((line) => ({
    line,
    product: { product_no: `P${line}`, name: `Board ${line}`, decimals: 0, unit: { name: 'pc' }, units: [] },
    shelf: { name: `S${line}` },
    state: 'not_counted',
    results: [],
  }))
  const calls = answerCalls(({ path, method }) =>
    method === 'POST'
      ? { id: 6, version: 1, status: 0, allowed: [], line: 1, recount }
      : path.endsWith('/detail')
        ? { row }
        : { list: lines, total: 2 },
  )
  renderPage(<CountSheetPage id={6} />)
  return { posts: () => calls.filter(({ method }) => method === 'POST') }
}

it('has a card for each line on a phone, saved by the next field', async () => {
  const { posts } = countOnPhone({ blind: true }, true)
  const [one, two] = await screen.findAllByRole<HTMLInputElement>('textbox', { name: /^Counted quantity/ })
  expect(document.querySelector('thead')).toBeNull()
  expect(one?.inputMode).toBe('decimal')
  fireEvent.focus(one!)
  fireEvent.change(one!, { target: { value: '7' } })
  fireEvent.blur(one!, { relatedTarget: two })
  await waitFor(() => expect(posts().map(({ body }) => body)).toMatchObject([{ line: 1, quantity: '7' }]))
  const note = await screen.findByText(/Saved\. It differs from the books: count again, please/)
  // A blind sheet does not say what the books have.
  expect(note.textContent).toBe('Board 1 Saved. It differs from the books: count again, please')
  expect(screen.queryByText('Book quantity')).toBeNull()
})

it('says no more than that it is saved where the node asks for nothing', async () => {
  countOnPhone({ blind: true }, false)
  const [one] = await screen.findAllByRole<HTMLInputElement>('textbox', { name: /^Counted quantity/ })
  fireEvent.change(one!, { target: { value: '7' } })
  fireEvent.keyDown(one!, { key: 'Enter', keyCode: 13 })
  expect((await screen.findByText(/Saved/)).textContent).toBe('Board 1 Saved')
  expect(screen.getByRole('button', { name: 'Handheld' })).toBeTruthy()
})

it('shows no total where cost is hidden', async () => {
  open(null)
  await screen.findByText('North')
  expect(screen.queryByText('Value of all differences')).toBeNull()
})
