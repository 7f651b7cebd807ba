import 'fake-indexeddb/auto'
import { configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage, type Call } from '../../../test/page'
import ClerkPage from './ClerkPage'
import { clerkQueue } from './clerkQueue'
import { COUNT } from './counted'
import { MOVE } from './moving'

/** Ten pencils, two of them reserved, that nobody has put anywhere. */
const PENCILS = {
  id: 31,
  product_id: 5,
  product: { product_no: '4006381333931', name: 'Pencil', spec: '', unit: { name: 'pc' } },
  warehouses_id: 2,
  warehouses_areas_id: null,
  area: null,
  warehouses_shelves_id: null,
  shelf: null,
  batch_number: 'B1',
  expiry_date: null,
  total_quantity: '10',
  reserved_quantity: '2',
}
/** Nails of an older batch, beyond those that are listed. */
const NAILS = {
  ...PENCILS,
  id: 32,
  product_id: 6,
  product: { product_no: 'NAIL', name: 'Nail', spec: '', unit: { name: 'pc' } },
  batch_number: '',
  expiry_date: '2020-01-31',
  expired: true,
}
const SHEET = {
  id: 4,
  count_no: 'PD4',
  warehouses_id: 2,
  warehouses: { name: 'North' },
  status: 0,
  counted_count: 0,
  line_count: 2,
  remark: '',
}
/** What else pencils are counted in. */
let units: object[] = []
const countLine = (line: number, shelf: number) => ({
  id: line,
  line,
  warehouses_areas_id: 7,
  area: { name: 'Hall' },
  warehouses_shelves_id: shelf,
  shelf: { name: `S${shelf}` },
  product_id: 5,
  product: { ...PENCILS.product, decimals: 0, units },
  batch_number: '',
  expiry_date: null,
  found: false,
  state: 'not_counted',
  recount: false,
  quantity: null,
  book_quantity: null,
  results: [],
})

let at = 1_000
function scan(code: string): void {
  for (const key of [...code, 'Enter']) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    at += 5
    Object.defineProperty(event, 'timeStamp', { value: at })
    fireEvent(document.body, event)
  }
  at += 1_000
}

let signal = true
/** Of the unplaced goods, those that are listed first; there are more. */
let cut = false
/** The sheet has no lines. */
let counted = 0
let emptySheet = false
/** What nails are counted in. */
let nailUnit = 'pc'
/** Answers as a node does; without a signal nothing is answered. */
function open(address: string, answer: (call: Call) => unknown = () => ({})) {
  const calls = answerCalls((call) => {
    if (call.method === 'POST') return answer(call)
    if (call.path.endsWith('Inventory/index')) {
      const asksForNails = [...call.query.values()].includes('product_id')
      if (cut && asksForNails) return { list: [NAILS], total: 1 }
      return { list: [PENCILS], total: cut ? 201 : 1 }
    }
    if (call.path.endsWith('Area/index'))
      return { list: [{ id: 7, name: 'Hall', serial_no: 'HALL' }], total: 1 }
    if (call.path.endsWith('Shelf/index')) {
      const shelf = (id: number) => ({ id, name: `S${id}`, serial_no: `SHELF-${id}`, warehouses_areas_id: 7 })
      return { list: [shelf(1), shelf(2)], total: 2 }
    }
    if (call.path.endsWith('Warehouse/index')) return { list: [{ id: 2, name: 'North' }], total: 1 }
    if (call.path.endsWith('StockCount/index')) return { list: [SHEET], total: 1 }
    if (call.path.endsWith('/detail'))
      return { row: { ...SHEET, version: 1, counted_count: counted, allowed: ['count', 'submit'] } }
    if (call.path.endsWith('/lines')) {
      const list = emptySheet ? [] : [countLine(1, 1), countLine(2, 2)]
      return { list, total: list.length }
    }
    if (call.path.endsWith('/resolve')) {
      const nail = {
        id: 6,
        product_no: 'NAIL',
        name: 'Nail',
        spec: '',
        unit_name: nailUnit,
        unit_decimals: 0,
      }
      const code = call.query.get('code') ?? ''
      if (code === 'NAIL') return { found: [{ kind: 'product', product: nail }] }
      const id = Number(/^SHELF-(\d)$/.exec(code)?.[1])
      const place = {
        id,
        name: `S${id}`,
        serial_no: code,
        warehouses_id: 2,
        warehouses_areas_id: 7,
        area_name: 'Hall',
      }
      return { found: id ? [{ kind: 'shelf', place }] : [] }
    }
    return { list: [], total: 0, options: [] }
  })
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
    signal ? answered(input, init) : Promise.reject(new TypeError('network')),
  )
  renderPage(<ClerkPage />, address)
  return { posts: () => calls.filter(({ method }) => method === 'POST') }
}
const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

// A busy machine takes its time.
configure({ asyncUtilTimeout: 8_000 })
vi.setConfig({ testTimeout: 30_000 })

beforeAll(() => loadTexts('clerk', 'scan', 'orders'))
beforeEach(() => {
  signal = true
  cut = false
  emptySheet = false
  counted = 0
  nailUnit = 'pc'
  units = []
  session.admin = { id: 1, username: 'ann', nickname: 'Ann', avatar: '', last_login_time: '', super: true }
  session.permissions = {
    'warehouse/inventory': ['warehouse/inventory/move'],
    'warehouse/stockcount': ['warehouse/stockcount/count'],
  }
  localStorage.clear()
})
afterEach(async () => {
  // The answer to the last command may still be on its way.
  await clerkQueue.load()
  await waitFor(() => expect(clerkQueue.state.commands).toEqual([]))
})

describe('putting away', () => {
  it('asks for goods that are not among those that are listed', async () => {
    cut = true
    open('/admin/warehouse/clerk?task=putAway')
    await screen.findByText('Pencil')
    scan('NAIL')
    expect((await box('Counted of Nail')).value).toBe('1')
    await screen.findByText('Nail: 1. These goods expired on 2020-01-31')
    scan('NAIL')
    await waitFor(async () => expect((await box('Counted of Nail')).value).toBe('2'))
  })

  it('asks what a measured quantity is in the units of the goods', async () => {
    cut = true
    open('/admin/warehouse/clerk?task=putAway')
    await screen.findByText('Pencil')
    scan('(240)NAIL(3103)000250')
    await screen.findByText('Nail: the code says 0.25 kg, but the product has no such unit')
    nailUnit = 'g'
    scan('(240)NAIL(3103)000250')
    expect((await box('Counted of Nail')).value).toBe('250')
  })

  it('moves what was scanned to the shelf that was scanned', async () => {
    const { posts } = open('/admin/warehouse/clerk?task=putAway')
    await screen.findByText('Pencil')
    scan('4006381333931')
    scan('4006381333931')
    await waitFor(async () => expect((await box('Counted of Pencil')).value).toBe('2'))
    scan('SHELF-2')
    fireEvent.click(await screen.findByRole('button', { name: /Put away · Hall \/ S2/ }))
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: MOVE,
      body: {
        product_id: 5,
        warehouses_id: 2,
        warehouses_areas_id: null,
        batch_number: 'B1',
        quantity: '2',
        to_areas_id: 7,
        to_shelves_id: 2,
      },
    })
    await screen.findByText('Everything is sent')
  })

  it('keeps the command without a signal, and counts what waits as gone', async () => {
    const { posts } = open('/admin/warehouse/clerk?task=putAway')
    await screen.findByText('Pencil')
    scan('4006381333931')
    await box('Counted of Pencil')
    // What is reserved goes with the others.
    fireEvent.click(screen.getByRole('button', { name: 'All of it' }))
    signal = false
    scan('SHELF-1')
    fireEvent.click(await screen.findByRole('button', { name: /Put away · Hall \/ S1/ }))
    await screen.findByText(/1 waiting to be sent · no signal/)
    const taken = await screen.findByRole<HTMLButtonElement>('button', { name: 'Take 0 pc' })
    expect(taken.disabled).toBe(true)
    const id = clerkQueue.state.commands[0]?.id
    signal = true
    await clerkQueue.flush()
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]?.body).toMatchObject({ quantity: '10', command_id: id })
  })

  it('shows what was refused, to be sent with another quantity', async () => {
    let mended = false
    const refuse = (): unknown => (mended ? {} : { code: 0, msg: 'Not enough', data: null })
    const { posts } = open('/admin/warehouse/clerk?task=putAway', refuse)
    await screen.findByText('Pencil')
    scan('4006381333931')
    await box('Counted of Pencil')
    scan('SHELF-1')
    fireEvent.click(await screen.findByRole('button', { name: /Put away · Hall \/ S1/ }))
    await screen.findByText('1 was refused')
    fireEvent.click(screen.getByRole('button', { name: 'View' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Not enough')
    mended = true
    fireEvent.change(await box('Quantity'), { target: { value: '3' } })
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(posts()).toHaveLength(2))
    expect(posts()[1]?.body).toMatchObject({ quantity: '3', to_shelves_id: 1 })
    await waitFor(() => expect(clerkQueue.state.commands).toEqual([]))
  })
})

describe('counting', () => {
  it('fills in the lines of the scanned place', async () => {
    const { posts } = open('/admin/warehouse/clerk?task=count')
    fireEvent.click(await screen.findByText('PD4'))
    await screen.findByText('2 lines left to count')
    // The product lies at two places.
    scan('4006381333931')
    await screen.findByText('Scan the place first')
    scan('SHELF-2')
    scan('4006381333931')
    scan('4006381333931')
    await waitFor(async () => expect((await box('Counted of Pencil')).value).toBe('2'))
    fireEvent.click(screen.getByRole('button', { name: 'Save 1 count' }))
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({ path: COUNT, body: { id: 4, line: 2, quantity: '2' } })
    expect(posts()[0]?.body).not.toHaveProperty('age_seconds')
  })

  it('says that a count differs where the node asks for another one', async () => {
    open('/admin/warehouse/clerk?task=count&order=4', () => ({ id: 4, line: 1, recount: true }))
    await screen.findByText('2 lines left to count')
    scan('SHELF-1')
    scan('4006381333931')
    await waitFor(async () => expect((await box('Counted of Pencil')).value).toBe('1'))
    fireEvent.click(screen.getByRole('button', { name: 'Save 1 count' }))
    await screen.findByText('PD4: Pencil 1. Saved. It differs from the books: count again, please')
  })

  it('submits a sheet once its counts are sent, and leads to the sheet', async () => {
    session.permissions = {
      'warehouse/stockcount': ['warehouse/stockcount/count', 'warehouse/stockcount/submit'],
    }
    counted = 1
    const { posts } = open('/admin/warehouse/clerk?task=count&order=4', () => ({ id: 4, status: 1 }))
    fireEvent.click(await screen.findByRole('button', { name: 'Submit the sheet' }))
    await screen.findByText(/2 uncounted lines/)
    fireEvent.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: '/admin/warehouse.StockCount/submit',
      body: { id: 4, version: 1 },
    })
    await waitFor(() => expect(screen.queryByText('2 lines left to count')).toBeNull())
  })

  it('says how goods are found on a sheet without lines', async () => {
    emptySheet = true
    open('/admin/warehouse/clerk?task=count&order=4')
    await screen.findByText('The books show nothing here: scan a place, then what is there')
    expect(screen.queryByText('Everything is counted')).toBeNull()
  })

  it('counts boxes and pieces, and what waits is counted in pieces', async () => {
    units = [{ unit_id: 3, name: 'box', decimals: 0, factor: '12', barcode: '' }]
    const { posts } = open('/admin/warehouse/clerk?task=count&order=4')
    await screen.findByText('2 lines left to count')
    scan('SHELF-1')
    scan('4006381333931')
    await waitFor(async () => expect((await box('Counted of Pencil')).value).toBe('1'))
    fireEvent.click(screen.getByRole('button', { name: 'Pencil, box (12 pc)' }))
    fireEvent.change(await box('Counted of Pencil, box (12 pc)'), { target: { value: '3' } })
    expect((await box('Counted of Pencil')).closest('li')?.textContent).toContain('= 37 pc')
    // A scan goes on with the pieces.
    scan('4006381333931')
    await screen.findByText('Pencil: 2 pc + 3 box')
    signal = false
    fireEvent.click(screen.getByRole('button', { name: 'Save 1 count' }))
    await screen.findByText('counted 38')
    signal = true
    await clerkQueue.flush()
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]?.body).toMatchObject({
      line: 1,
      parts: [
        { unit_id: null, quantity: '2' },
        { unit_id: 3, quantity: '3' },
      ],
    })
  })

  it('lets a refused count be mended part by part', async () => {
    units = [{ unit_id: 3, name: 'box', decimals: 0, factor: '12', barcode: '' }]
    let mended = false
    const refuse = (): unknown => (mended ? {} : { code: 0, msg: 'No such unit', data: null })
    const { posts } = open('/admin/warehouse/clerk?task=count&order=4', refuse)
    await screen.findByText('2 lines left to count')
    scan('SHELF-1')
    fireEvent.click(await screen.findByRole('button', { name: 'Pencil, box (12 pc)' }))
    fireEvent.change(await box('Counted of Pencil, box (12 pc)'), { target: { value: '3' } })
    fireEvent.change(await box('Counted of Pencil'), { target: { value: '4' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save 1 count' }))
    await screen.findByText('1 was refused')
    fireEvent.click(screen.getByRole('button', { name: 'View' }))
    await screen.findByText('PD4: Pencil 4 pc + 3 box')
    mended = true
    fireEvent.change(await box('Quantity 2'), { target: { value: '2' } })
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(posts()).toHaveLength(2))
    expect(posts()[1]?.body).toMatchObject({
      line: 1,
      parts: [
        { unit_id: null, quantity: '4' },
        { unit_id: 3, quantity: '2' },
      ],
    })
    await waitFor(() => expect(clerkQueue.state.commands).toEqual([]))
  })

  it('goes on with what was counted before there were several units', async () => {
    localStorage.setItem('clerkCounts', JSON.stringify([['count 4', { 1: '5' }]]))
    const { posts } = open('/admin/warehouse/clerk?task=count&order=4')
    await screen.findByText('2 lines left to count')
    scan('SHELF-1')
    expect((await box('Counted of Pencil')).value).toBe('5')
    fireEvent.click(screen.getByRole('button', { name: 'Save 1 count' }))
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]?.body).toMatchObject({ line: 1, quantity: '5' })
  })

  it('says how long ago it was counted when it is sent late', async () => {
    const { posts } = open('/admin/warehouse/clerk?task=count&order=4')
    await screen.findByText('2 lines left to count')
    scan('SHELF-1')
    scan('4006381333931')
    await waitFor(async () => expect((await box('Counted of Pencil')).value).toBe('1'))
    signal = false
    fireEvent.click(screen.getByRole('button', { name: 'Save 1 count' }))
    await screen.findByText(/1 waiting to be sent · no signal/)
    await screen.findByText('1 line left to count')
    const counted = clerkQueue.state.commands[0]?.at ?? 0
    const now = vi.spyOn(Date, 'now').mockReturnValue(counted + 600_000)
    signal = true
    await clerkQueue.flush()
    now.mockRestore()
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]?.body).toMatchObject({ line: 1, quantity: '1', age_seconds: 600 })
  })

  it('saves goods that the sheet does not name as found', async () => {
    const { posts } = open('/admin/warehouse/clerk?task=count&order=4')
    await screen.findByText('2 lines left to count')
    scan('SHELF-1')
    scan('NAIL')
    await waitFor(async () => expect((await box('Counted of Nail')).value).toBe('1'))
    fireEvent.click(screen.getByRole('button', { name: 'Save as found' }))
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: COUNT,
      body: { id: 4, product_id: 6, warehouses_areas_id: 7, warehouses_shelves_id: 1, quantity: '1' },
    })
  })
})
