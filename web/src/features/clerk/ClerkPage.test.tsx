import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { keptAnswer } from '@/shared/offline/answers'
import { clearSession, session } from '@/shared/session/store'
import { answerCalls, renderPage, type Call } from '../../../test/page'
import ClerkPage from './ClerkPage'
import { clerkQueue } from './clerkQueue'

/** A reviewed inbound order of 10 pieces, 4 of which have come. */
const ORDER = {
  id: 9,
  version: 4,
  inbound_order_no: 'IN9',
  order_no: 'PO-7',
  status: 1,
  supplier: { name: 'Mill' },
  warehouses: { name: 'North' },
  stocked_quantity: '4',
  total_quantity: '10',
  line_count: 1,
  allowed: ['stock'],
  history: [],
  lines: [
    {
      line: 1,
      product_id: 5,
      product: {
        product_no: '4006381333931',
        name: 'Pencil',
        unit_id: 1,
        unit: { name: 'pc', decimals: 0 },
      },
      quantity: '10',
      stocked_quantity: '4',
    },
  ],
}

let at = 1_000
function scan(code: string): void {
  for (const key of [...code, 'Enter']) {
    const event = new KeyboardEvent('keydown', {
      key,
      bubbles: true,
      cancelable: true,
    })
    at += 5
    Object.defineProperty(event, 'timeStamp', { value: at })
    fireEvent(document.body, event)
  }
}

let signal = true
/** Answers as a node does; without a signal posts get no answer. */
function open(
  stock: (call: Call) => unknown = () => ({
    id: 9,
    status: 1,
    version: 5,
    allowed: [],
  }),
  address = '/admin/warehouse/clerk?task=receive&order=9',
) {
  const calls = answerCalls((call) => {
    if (call.method === 'POST') return stock(call)
    if (call.path.endsWith('/edit')) return { row: ORDER }
    if (call.path.includes('InboundOrder')) return { list: [ORDER], total: 1 }
    if (call.path.endsWith('/resolve')) {
      const box = {
        product: {
          id: 5,
          product_no: '4006381333931',
          name: 'Pencil',
          spec: '',
        },
        package: { factor: '3' },
      }
      return { found: call.query.get('code') === 'BOX-1' ? [box] : [] }
    }
    return { list: [], total: 0, options: [] }
  })
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
    init.method === 'POST' && !signal ? Promise.reject(new TypeError('network')) : answered(input, init),
  )
  renderPage(<ClerkPage />, address)
  return { posts: () => calls.filter(({ method }) => method === 'POST') }
}

beforeAll(() => loadTexts('clerk', 'scan', 'orders'))
beforeEach(() => {
  signal = true
  session.admin = {
    id: 1,
    username: 'ann',
    nickname: 'Ann',
    avatar: '',
    last_login_time: '',
    super: true,
  }
  session.permissions = {
    'warehouse/inboundorder': ['warehouse/inboundorder/stock'],
  }
  localStorage.clear()
})
afterEach(async () => {
  // The answer to the last command may still be on its way.
  await clerkQueue.load()
  await waitFor(() => expect(clerkQueue.state.commands).toEqual([]))
})

describe('the pages for clerks', () => {
  it('receive what was scanned, line by line', async () => {
    const { posts } = open()
    await screen.findByText('Pencil')
    scan('4006381333931')
    scan('4006381333931')
    const counted = await screen.findByRole<HTMLInputElement>('textbox', {
      name: 'Counted of Pencil',
    })
    await waitFor(() => expect(counted.value).toBe('2'))
    fireEvent.click(screen.getByRole('button', { name: 'Receive 1 line' }))
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: '/admin/warehouse.InboundOrder/stock',
      body: { id: 9, lines: [{ line: 1, quantity: '2' }] },
    })
    await screen.findByText('Everything is sent')
  })

  it('say what is not in the order, and count nothing', async () => {
    const { posts } = open()
    await screen.findByText('Pencil')
    scan('UNKNOWN-1')
    await screen.findByText('UNKNOWN-1 is not in this order')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Receive 0 lines' }).disabled).toBe(true)
    expect(posts()).toEqual([])
  })

  it('count a scanned package as what is in it', async () => {
    open()
    await screen.findByText('Pencil')
    scan('BOX-1')
    const counted = await screen.findByRole<HTMLInputElement>('textbox', {
      name: 'Counted of Pencil',
    })
    await waitFor(() => expect(counted.value).toBe('3'))
  })

  it('keep commands without a signal, and send them under the same id', async () => {
    const { posts } = open()
    await screen.findByText('Pencil')
    scan('4006381333931')
    signal = false
    await waitFor(() => fireEvent.click(screen.getByRole('button', { name: 'Receive 1 line' })))
    await screen.findByText(/1 waiting to be sent · no signal/)
    const id = clerkQueue.state.commands[0]?.id
    // What waits is not open any more.
    await waitFor(() => expect(screen.getByText(/Open:/).textContent).toContain('5'))
    signal = true
    await clerkQueue.flush()
    await screen.findByText('Everything is sent')
    expect(posts().map(({ body }) => (body as { command_id: string }).command_id)).toEqual([id])
  })

  it('show what was refused with the reason, to be mended or dropped', async () => {
    let mended = false
    const refuse = (): unknown => (mended ? { id: 9 } : { code: 0, msg: 'More than is open', data: null })
    const { posts } = open(refuse)
    await screen.findByText('Pencil')
    scan('4006381333931')
    await waitFor(() => fireEvent.click(screen.getByRole('button', { name: 'Receive 1 line' })))
    await screen.findByText('1 was refused')
    fireEvent.click(screen.getByRole('button', { name: 'View' }))
    expect((await screen.findByRole('alert')).textContent).toContain('More than is open')
    mended = true
    fireEvent.change(screen.getByRole('textbox', { name: 'Pencil' }), {
      target: { value: '3' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(posts()).toHaveLength(2))
    const [first, second] = posts().map(({ body }) => body as { command_id: string; lines: unknown })
    expect(second?.lines).toEqual([{ line: 1, quantity: '3' }])
    expect(second?.command_id).not.toBe(first?.command_id)
    await waitFor(() => expect(clerkQueue.state.commands).toEqual([]))
  })

  it('open an order whose number is scanned', async () => {
    open(undefined, '/admin/warehouse/clerk?task=receive')
    await screen.findByText('IN9')
    scan('PO-7')
    await screen.findByText('Pencil')
  })

  it('show without a signal what they read last, and read it again when it is back', async () => {
    session.token = 'token'
    open()
    await screen.findByText('Pencil')
    await waitFor(async () => expect(await keptAnswer(1, 'clerk receive 9')).not.toBeNull())
    cleanup()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')))
    session.remembered = true
    renderPage(<ClerkPage />, '/admin/warehouse/clerk?task=receive&order=9')
    await screen.findByText('Pencil')
    await screen.findByText(/^No signal/)
    const calls = answerCalls(({ path }) =>
      path.endsWith('/edit') ? { row: { ...ORDER, inbound_order_no: 'IN10' } } : { list: [], total: 0 },
    )
    session.remembered = false
    await screen.findByText('IN10')
    expect(calls.length).toBeGreaterThan(0)
    expect(screen.queryByText(/^No signal/)).toBeNull()
    clearSession()
    await waitFor(async () => expect(await keptAnswer(1, 'clerk receive 9')).toBeNull())
  })
})
