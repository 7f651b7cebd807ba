import 'fake-indexeddb/auto'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage } from '../../../test/page'
import ClerkPage from './ClerkPage'
import { clerkQueue } from './clerkQueue'

const MILK = {
  product_no: '04006381333931',
  name: 'Milk',
  unit_id: 1,
  unit: { name: 'l', decimals: 0 },
  batch_use: 1,
  shelf_life_days: 30,
}
const order = (more: object, ofLine: object) => ({
  id: 9,
  version: 4,
  status: 1,
  warehouses: { name: 'North' },
  line_count: 1,
  stocked_quantity: '0',
  total_quantity: '24',
  history: [],
  lines: [{ line: 1, product_id: 5, product: MILK, quantity: '24', stocked_quantity: '0', ...ofLine }],
  ...more,
})
const ORDER = order({ inbound_order_no: 'RK9', allowed: ['stock'] }, {})
const ROAD = order(
  { transfer_order_no: 'DB9', type: 10, target_warehouses: { name: 'South' }, allowed: ['receive'] },
  { stocked_quantity: '24', transit: { there: '24', back: '0' } },
)

let time = 1_000
function scan(code: string): void {
  for (const key of [...code, 'Enter']) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    time += 5
    Object.defineProperty(event, 'timeStamp', { value: time })
    fireEvent(document.body, event)
  }
  time += 1_000
}
const code = (batch: string, more = ''): string => `(01)04006381333931${more}(10)${batch}`

function open(row: object, address: string) {
  const calls = answerCalls(({ method, path }) => {
    if (method === 'POST') return { id: 9, status: 1, version: 5, allowed: [] }
    if (path.endsWith('/edit')) return { row }
    return { list: [], total: 0, options: [], found: [] }
  })
  renderPage(<ClerkPage />, `/admin/warehouse/clerk?${address}`)
  return () => calls.filter(({ method }) => method === 'POST')
}
const send = (name: string) =>
  waitFor(() => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name })
    expect(button.disabled).toBe(false)
    fireEvent.click(button)
  })

beforeAll(() => loadTexts('clerk', 'scan', 'orders'))
beforeEach(() => {
  session.admin = { id: 1, username: 'ann', nickname: 'Ann', avatar: '', last_login_time: '', super: true }
  session.permissions = {
    'warehouse/inboundorder': ['warehouse/inboundorder/stock'],
    'warehouse/transferorder': ['warehouse/transferorder/receive'],
  }
  localStorage.clear()
})
afterEach(async () => {
  await clerkQueue.load()
  expect(clerkQueue.state.commands).toEqual([])
})

it('receives the batch, the dates and the quantity that a code says', async () => {
  const posts = open(ORDER, 'task=receive&order=9')
  await screen.findByText('Milk')
  scan(code('L1', '(11)261101(17)261201(37)12'))
  await screen.findByText('Milk: 12 · L1 · 2026-12-01')
  scan(code('l1', '(37)6'))
  await screen.findByText('Milk: 18 · L1 · 2026-12-01')
  scan(code('L2', '(17)261215(37)6'))
  await screen.findByText('Milk: 6 · L2 · 2026-12-15')
  await send('Receive 2 lines')
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]).toMatchObject({
    path: '/admin/warehouse.InboundOrder/stock',
    body: {
      id: 9,
      lines: [
        {
          line: 1,
          quantity: '18',
          batch_number: 'L1',
          produce_date: '2026-11-01',
          expiry_date: '2026-12-01',
        },
        { line: 1, quantity: '6', batch_number: 'L2', expiry_date: '2026-12-15' },
      ],
    },
  })
  await screen.findByText('Everything is sent')
})

it('asks for the batch of a code that names none, and makes the expiry date of the shelf life', async () => {
  const posts = open(ORDER, 'task=receive&order=9')
  await screen.findByText('Milk')
  scan('04006381333931')
  await screen.findByText('The product is kept in batches: name one')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Receive 1 line' }).disabled).toBe(true)
  fireEvent.change(screen.getByRole('textbox', { name: 'Batch of Milk' }), { target: { value: 'L3' } })
  fireEvent.change(screen.getByLabelText('Produce date of Milk L3'), { target: { value: '2026-11-01' } })
  await send('Receive 1 line')
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]).toMatchObject({
    body: {
      lines: [
        { line: 1, quantity: '1', batch_number: 'L3', produce_date: '2026-11-01', expiry_date: '2026-12-01' },
      ],
    },
  })
  await screen.findByText('Everything is sent')
})

it('counts no second date of a batch', async () => {
  const posts = open(ORDER, 'task=receive&order=9')
  await screen.findByText('Milk')
  scan(code('L1', '(17)261201'))
  await screen.findByText('Milk: 1 · L1 · 2026-12-01')
  scan(code('L1', '(17)261202'))
  await screen.findByText('Milk: batch L1 has come with other dates already')
  expect(posts()).toEqual([])
})

it('keeps what was scanned through a reload', async () => {
  open(ORDER, 'task=receive&order=9')
  await screen.findByText('Milk')
  scan(code('L1', '(17)261201(37)12'))
  await screen.findByText('Milk: 12 · L1 · 2026-12-01')
  expect(JSON.parse(localStorage.getItem('clerkCounts') ?? '')).toEqual([
    ['arrivals receive 9', [{ line: 1, quantity: '12', batch: 'L1', produced: '', expires: '2026-12-01' }]],
  ])
})

it('takes the batch that was scanned from the road', async () => {
  const posts = open(ROAD, 'task=arrive&order=9')
  await screen.findByText('Milk')
  scan(code('L2', '(17)261215(37)6'))
  await send('Receive 1 line')
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect((posts()[0]?.body as { lines: unknown }).lines).toEqual([
    { line: 1, quantity: '6', batch_number: 'L2' },
  ])
  await screen.findByText('Everything is sent')
})
