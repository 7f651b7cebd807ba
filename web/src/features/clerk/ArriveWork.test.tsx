import 'fake-indexeddb/auto'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage, type Call } from '../../../test/page'
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
  {
    transfer_order_no: 'DB9',
    type: 10,
    target_warehouses_id: 2,
    target_warehouses: { name: 'South' },
    allowed: ['receive'],
  },
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

let signal = true
/** Answers as a node does; without a signal posts get no answer. */
function open(
  row: object,
  address: string,
  stored: (call: Call) => readonly object[] = () => [],
  refusal?: string,
) {
  const calls = answerCalls((call) => {
    if (call.method === 'POST' && refusal) return { code: 0, msg: refusal, data: null }
    if (call.method === 'POST') return { id: 9, status: 1, version: 5, allowed: [] }
    if (call.path.endsWith('/edit')) return { row }
    return { list: stored(call), total: 0, options: [], found: [] }
  })
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
    init.method === 'POST' && !signal ? Promise.reject(new TypeError('network')) : answered(input, init),
  )
  renderPage(<ClerkPage />, `/admin/warehouse/clerk?${address}`)
  return () => calls.filter(({ method }) => method === 'POST')
}
const linesOf = (call: Call | undefined): unknown => (call?.body as { lines: unknown }).lines
const send = (name: string) =>
  waitFor(() => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name })
    expect(button.disabled).toBe(false)
    fireEvent.click(button)
  })

beforeAll(() => loadTexts('clerk', 'scan', 'orders'))
beforeEach(() => {
  signal = true
  session.admin = { id: 1, username: 'ann', nickname: 'Ann', avatar: '', last_login_time: '', super: true }
  session.permissions = {
    'warehouse/inboundorder': ['warehouse/inboundorder/stock'],
    'warehouse/transferorder': ['warehouse/transferorder/receive'],
  }
  localStorage.clear()
})
afterEach(async () => {
  // The answer to the last command may still be on its way.
  await clerkQueue.load()
  await waitFor(() => expect(clerkQueue.state.commands).toEqual([]))
})

it('receives goods in another unit of their product, exactly', async () => {
  const crates = [{ unit_id: 7, name: 'crate', decimals: 1, factor: '12' }]
  const inCrates = order(
    { inbound_order_no: 'RK9', allowed: ['stock'] },
    { product: { ...MILK, batch_use: 2, units: crates } },
  )
  const posts = open(inCrates, 'task=receive&order=9')
  fireEvent.click(await screen.findByRole('button', { name: 'Milk, crate (12 l)' }))
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  type('Counted of Milk, crate (12 l)', '0.1')
  expect(await screen.findByText('Not a whole quantity in l')).toBeTruthy()
  type('Counted of Milk, crate (12 l)', '1.5')
  type('Counted of Milk', '2')
  await send('Receive 1 line')
  // They have no date, though they do not keep.
  await screen.findByText(/^Milk has a shelf life, but no date is given/)
  expect(posts()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Stock in anyway' }))
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(linesOf(posts()[0])).toEqual([{ line: 1, quantity: '20' }])
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
  await send('Receive 1 line')
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

it('takes in what a code says was measured, and refuses what is finer than the unit', async () => {
  open(ORDER, 'task=receive&order=9')
  await screen.findByText('Milk')
  scan(code('L1', '(3151)000120'))
  await screen.findByText('Milk: 12 · L1')
  scan(code('L1', '(3152)000075'))
  await screen.findByText('Milk: 0.75 l is finer than l allows (decimal places: 0)')
  scan(code('L1', '(3103)001250'))
  await screen.findByText('Milk: the code says 1.25 kg, but the product has no such unit')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Counted of Milk L1' }).value).toBe('12')
})

it('asks for the batch of a code that names none, and makes the expiry date of the shelf life', async () => {
  const posts = open(ORDER, 'task=receive&order=9')
  await screen.findByText('Milk')
  scan('04006381333931')
  await screen.findByText('This product is kept in batches: enter one')
  expect(screen.getByPlaceholderText('Batch (required)')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Receive 1 line' }).disabled).toBe(true)
  // The line may be out of sight.
  const shown = vi.fn()
  Element.prototype.scrollIntoView = shown
  fireEvent.click(screen.getByRole('button', { name: 'Something is missing or wrong: show it' }))
  expect(shown).toHaveBeenCalledOnce()
  fireEvent.change(screen.getByRole('textbox', { name: 'Batch of Milk' }), { target: { value: 'L3' } })
  fireEvent.change(screen.getByLabelText('Production date of Milk L3'), { target: { value: '2026-11-01' } })
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
  await screen.findByText('Milk: batch L1 has already been received with other dates')
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

describe('damaged goods from the road', () => {
  /** Areas and shelves of the warehouse for damaged goods, as the page asks for them. */
  const held =
    (...areas: readonly object[]) =>
    ({ path, query }: Call): readonly object[] => {
      const asked = query.toString()
      if (path.includes('WarehouseArea') && asked.includes('purpose')) return areas
      if (path.includes('WarehouseShelf') && asked.includes('warehouses_areas_id'))
        return [{ id: 71, name: 'Q1', serial_no: 'SHELF-Q1', warehouses_areas_id: 7, status: 1 }]
      return []
    }
  const BROKEN = { id: 7, name: 'Broken', serial_no: 'AREA-Q', purpose: 2, status: 1 }
  const INSPECT = { id: 8, name: 'Inspection', serial_no: 'AREA-I', purpose: 1, status: 1 }
  const CLOSED = { id: 6, name: 'Closed', serial_no: 'AREA-C', purpose: 2, status: 0 }
  const count = (name: string, quantity: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: quantity } })

  it('go to the place that is scanned for them, with what is wrong with them', async () => {
    const posts = open(ROAD, 'task=arrive&order=9', held(BROKEN, INSPECT))
    await screen.findByText('Milk')
    scan(code('L2', '(37)6'))
    await screen.findByText('Milk: 6 · L2')
    fireEvent.click(screen.getByRole('radio', { name: 'Damaged' }))
    scan(code('L2'))
    scan(code('L2'))
    // Of two areas, one has to be chosen.
    await screen.findByText(/^Milk: 2 · Damaged · L2 – Scan or choose a place for damaged goods/)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Receive 1 line' }).disabled).toBe(true)
    const reason = await screen.findByRole('textbox', { name: /^What is wrong/ })
    scan('SHELF-Q1')
    await screen.findByText('Damaged goods go to Broken / Q1')
    fireEvent.change(reason, {
      target: { value: ' The box was wet ' },
    })
    await send('Receive 1 line')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: '/admin/warehouse.TransferOrder/receive',
      body: {
        id: 9,
        reason: 'The box was wet',
        lines: [
          { line: 1, quantity: '6', batch_number: 'L2' },
          {
            line: 1,
            quantity: '2',
            batch_number: 'L2',
            damaged: true,
            warehouses_areas_id: 7,
            warehouses_shelves_id: 71,
          },
        ],
      },
    })
    await screen.findByText('Everything is sent')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Good' }).checked).toBe(true)
  })

  it('are entered by hand: the only area in use needs no choice, and good ones become fewer', async () => {
    const posts = open(ROAD, 'task=arrive&order=9', held(BROKEN, CLOSED))
    await screen.findByText('Milk')
    fireEvent.click(screen.getByRole('button', { name: 'All of it' }))
    fireEvent.click(screen.getByRole('button', { name: 'Some are damaged: Milk' }))
    count('Counted of Milk, damaged', '3')
    const good = screen.getByRole<HTMLInputElement>('textbox', { name: 'Counted of Milk' })
    expect(good.value).toBe('21')
    await screen.findByText('Broken · AREA-Q')
    await send('Receive 1 line')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]?.body).not.toHaveProperty('reason')
    expect(linesOf(posts()[0])).toEqual([
      { line: 1, quantity: '21' },
      { line: 1, quantity: '3', damaged: true, warehouses_areas_id: 7 },
    ])
    await screen.findByText('Everything is sent')
  })

  it('of a named batch come before goods of any batch', async () => {
    const posts = open(ROAD, 'task=arrive&order=9', held(BROKEN))
    await screen.findByText('Milk')
    count('Counted of Milk', '10')
    fireEvent.click(screen.getByRole('radio', { name: 'Damaged' }))
    scan(code('L1'))
    await screen.findByText(/Milk: 1 · Damaged/)
    await send('Receive 1 line')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(linesOf(posts()[0])).toEqual([
      { line: 1, quantity: '1', batch_number: 'L1', damaged: true, warehouses_areas_id: 7 },
      { line: 1, quantity: '10' },
    ])
    await screen.findByText('Everything is sent')
  })

  it('have nowhere to go in a warehouse without such an area', async () => {
    const posts = open(ROAD, 'task=arrive&order=9', held())
    await screen.findByText('Milk')
    fireEvent.click(screen.getByRole('radio', { name: 'Damaged' }))
    scan(code('L1'))
    await screen.findByText(/^This warehouse has no area for damaged goods/)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Receive 1 line' }).disabled).toBe(true)
    expect(posts()).toEqual([])
  })

  it('wait for a signal like others, and go out under the same command id', async () => {
    const posts = open(ROAD, 'task=arrive&order=9', held(BROKEN))
    await screen.findByText('Milk')
    fireEvent.click(screen.getByRole('radio', { name: 'Damaged' }))
    scan(code('L1', '(37)4'))
    signal = false
    await send('Receive 1 line')
    await screen.findByText(/1 waiting to be sent · no signal/)
    const id = clerkQueue.state.commands[0]?.id
    // What waits is in transit no more.
    await waitFor(() => expect(screen.getByText(/Open:/).textContent).toContain('20'))
    signal = true
    await clerkQueue.flush()
    await screen.findByText('Everything is sent')
    expect(posts().map(({ body }) => (body as { command_id: string }).command_id)).toEqual([id])
  })

  it('are told apart where the node refused them', async () => {
    open(ROAD, 'task=arrive&order=9', held(BROKEN), 'The area is closed')
    await screen.findByText('Milk')
    scan(code('L1', '(37)4'))
    fireEvent.click(await screen.findByRole('button', { name: 'Some are damaged: Milk' }))
    count('Counted of Milk L1, damaged', '1')
    await send('Receive 1 line')
    await screen.findByText('1 was refused')
    fireEvent.click(screen.getByRole('button', { name: 'View' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The area is closed')
    expect(screen.getByRole('textbox', { name: 'Milk · L1 · Damaged' })).toBeTruthy()
    await clerkQueue.drop(clerkQueue.state.commands[0]!.seq)
  })

  it('come from the road alone', async () => {
    open(ORDER, 'task=receive&order=9')
    await screen.findByText('Milk')
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByText('Some are damaged')).toBeNull()
  })
})
