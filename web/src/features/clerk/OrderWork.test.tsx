import 'fake-indexeddb/auto'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage, type Call } from '../../../test/page'
import ClerkPage from './ClerkPage'
import { clerkQueue } from './clerkQueue'

const PRODUCT = {
  product_no: '04006381333931',
  name: 'Pencil',
  unit_id: 1,
  unit: { name: 'pc', decimals: 0 },
}
const line = (more: object) => ({ line: 1, product_id: 5, product: PRODUCT, quantity: '6', ...more })
const order = (more: object, ofLine: object) => ({
  id: 9,
  version: 4,
  status: 1,
  warehouses: { name: 'North' },
  line_count: 1,
  stocked_quantity: '0',
  total_quantity: '6',
  history: [],
  lines: [line({ stocked_quantity: '0', ...ofLine })],
  ...more,
})
const SALE = order({ outbound_order_no: 'CK9', type: 10, allowed: ['stock', 'pick'] }, {})
const at = (area: string, batch_number: string) => ({
  product_id: 5,
  area: { name: area },
  warehouses_areas_id: area === 'Hall' ? 1 : 2,
  batch_number,
  expiry_date: '2099-01-31',
})
const PICKS = {
  reserved: true,
  picks: [{ ...at('Hall', 'A'), line: 1, quantity: '6', reserved: true, why: 'expiry' }],
  missing: [],
  places: [{ ...at('Attic', 'B'), available: '4', expired: false }],
}
const ROAD = order(
  {
    transfer_order_no: 'DB9',
    type: 10,
    target_warehouses: { name: 'South' },
    allowed: ['receive', 'lost'],
    stocked_quantity: '6',
    transit: { there: '2', arrived: '4', back: '0', lost: '0', returned: '0', shipped_time: null },
  },
  { stocked_quantity: '6', transit: { there: '2', back: '0' }, target_area: { name: 'Dock' } },
)
const LATER = { ...ROAD, id: 10, transfer_order_no: 'DB10', allowed: ['ship'] }

let time = 1_000
function scan(code: string): void {
  for (const key of [...code, 'Enter']) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    time += 5
    Object.defineProperty(event, 'timeStamp', { value: time })
    fireEvent(document.body, event)
  }
}
const gs1 = (batch: string): string => `(01)04006381333931(10)${batch}`

let calls: Call[] = []
/** What was asked of lists of transfers. */
const lists = () =>
  calls
    .filter(({ path }) => path.endsWith('TransferOrder/index'))
    .map(({ query }) => ({ search: query.toString() }))

function open(
  row: { id: number },
  address: string,
  picks: unknown = PICKS,
  more: Readonly<Record<string, () => unknown>> = {},
) {
  calls = answerCalls(({ method, path }) => {
    if (path in more) return more[path]?.()
    if (method === 'POST') return { id: row.id, status: 1, version: 5, allowed: [] }
    if (path.endsWith('/picks')) return picks
    if (path.endsWith('/edit')) return { row }
    if (path.endsWith('TransferOrder/index')) return { list: [LATER, ROAD], total: 2 }
    return { list: [], total: 0, options: [], found: [] }
  })
  renderPage(<ClerkPage />, `/admin/warehouse/clerk?${address}`)
  return () => calls.filter(({ method }) => method === 'POST')
}

beforeAll(() => loadTexts('clerk', 'scan', 'orders'))
beforeEach(() => {
  session.admin = { id: 1, username: 'ann', nickname: 'Ann', avatar: '', last_login_time: '', super: true }
  session.permissions = {
    'warehouse/outboundorder': ['warehouse/outboundorder/stock', 'warehouse/outboundorder/pick'],
    'warehouse/transferorder': ['warehouse/transferorder/ship', 'warehouse/transferorder/receive'],
  }
  localStorage.clear()
})
afterEach(async () => {
  // The answer to the last command may still be on its way.
  await clerkQueue.load()
  await waitFor(() => expect(clerkQueue.state.commands).toEqual([]))
})

describe('picking on a phone', () => {
  it('says where the goods lie', async () => {
    open(SALE, 'task=pick&order=9')
    const pick = (await screen.findByText(/Hall \/ A/)).closest('[data-pick]')
    expect(pick?.textContent).toContain('6')
    expect(pick?.textContent).toContain('2099-01-31')
  })

  it('sends no more than is open, and says why', async () => {
    open(SALE, 'task=pick&order=9')
    await screen.findByText(/Hall \/ A/)
    scan('(01)04006381333931(30)7')
    await screen.findByText('More than is open')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Stock out 1 line' }).disabled).toBe(true)
    await screen.findByText('Something is missing or wrong: show it')
  })

  it('warns of goods that have expired, by what the pick list or the code says', async () => {
    const expired = { ...PICKS.picks[0], expiry_date: '2020-01-31' }
    open(SALE, 'task=pick&order=9', { ...PICKS, picks: [expired] })
    await screen.findByText(/Hall \/ A/)
    scan('(01)04006381333931')
    await screen.findByText('Pencil: 1. These goods expired on 2020-01-31')
    scan('(01)04006381333931(17)210228')
    await screen.findByText('Pencil: 2. These goods expired on 2021-02-28')
  })

  it('picks what was measured in another unit of the product, and asks for no number without one', async () => {
    const kilos = { unit_id: 7, name: 'kg', decimals: 2, factor: '4', barcode: '' }
    open(
      order(
        { outbound_order_no: 'CK9', type: 10, allowed: ['stock'] },
        { product: { ...PRODUCT, units: [kilos] } },
      ),
      'task=pick&order=9',
    )
    await screen.findByText(/Hall \/ A/)
    scan('(01)04006381333931(3103)001250')
    await screen.findByText('Pencil: 5')
    scan('(01)04006381333931(3103)001300')
    await screen.findByText('Pencil: 1.3 kg is finer than pc allows (decimal places: 0)')
    scan('(01)04006381333931(3152)001300')
    await screen.findByText('Pencil: the code says 13 l, but the product has no such unit')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Counted of Pencil' }).value).toBe('5')
  })

  it('records another batch that was taken, before it leaves', async () => {
    const posts = open(SALE, 'task=pick&order=9')
    await screen.findByText(/Hall \/ A/)
    scan(gs1('B'))
    await screen.findByText('Pencil: pick Attic / B instead of Hall / A?')
    fireEvent.change(screen.getByRole('textbox', { name: /^Reason/ }), { target: { value: 'A is wet' } })
    fireEvent.click(screen.getByRole('button', { name: 'Pick this' }))
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: '/admin/warehouse.OutboundOrder/pick',
      body: {
        id: 9,
        reason: 'A is wet',
        swaps: [{ line: 1, quantity: '4', from: { batch_number: 'A' }, to: { batch_number: 'B' } }],
      },
    })
  })

  it('sends what was scanned from where its batch is reserved', async () => {
    const pick = (batch: string, quantity: string) => ({
      ...at('Hall', batch),
      ...{ line: 1, quantity, reserved: true, why: 'expiry' },
    })
    const two = { ...PICKS, picks: [pick('A', '4'), pick('B', '2')] }
    const posts = open(SALE, 'task=pick&order=9', two)
    await screen.findByText(/Hall \/ B/)
    scan(gs1('b'))
    await screen.findByText('Pencil: 1')
    scan('04006381333931')
    await screen.findByText('Pencil: 2')
    fireEvent.click(screen.getByRole('button', { name: 'Stock out 1 line' }))
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: '/admin/warehouse.OutboundOrder/stock',
      body: { id: 9, lines: [{ line: 1, quantity: '1', from: { batch_number: 'B' } }, { quantity: '1' }] },
    })
  })

  it('does not count a batch that is not to be picked', async () => {
    const posts = open(SALE, 'task=pick&order=9')
    await screen.findByText(/Hall \/ A/)
    scan(gs1('C'))
    await screen.findByText('Pencil: batch C is not on the pick list')
    scan(gs1('A'))
    await screen.findByText('Pencil: 1')
    expect(posts()).toEqual([])
  })
})

describe('a code that is typed', () => {
  it('sends no quantity that the unit does not have', async () => {
    open(SALE, 'task=pick&order=9')
    fireEvent.change(await screen.findByLabelText('Counted of Pencil'), { target: { value: '1.5' } })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Stock out 1 line' }).disabled).toBe(true)
    expect(screen.getByText('Something is missing or wrong: show it')).toBeTruthy()
  })

  it('leaves the field for the next one, and stands out where it is not taken', async () => {
    open(SALE, 'task=pick&order=9')
    await screen.findByText(/Hall \/ A/)
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Or type a code' })
    const type = (code: string): void => {
      fireEvent.change(field, { target: { value: code } })
      fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
    }
    type('(01)99999999999997')
    const note = await screen.findByText('(01)99999999999997 is not in this order')
    expect(note.closest('[data-bad]')?.getAttribute('data-bad')).toBe('true')
    expect(field.value).toBe('')
    type('04006381333931')
    expect((await screen.findByText('Pencil: 1')).closest('[data-bad]')?.getAttribute('data-bad')).toBe(
      'false',
    )
  })
})

describe('a code that is no number of a line', () => {
  const EAN = '6901234567892'
  const BOX = '6901234500004'
  const barcodes = { id: 5, product_no: PRODUCT.product_no, barcode: EAN, name: 'Pencil' }
  const units = [{ unit_id: 2, name: 'box', decimals: 0, factor: '3', barcode: BOX }]
  const counted = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Counted of Pencil' }).value

  it('counts each of several quick scans, however long one is looked up', async () => {
    const replies: ((found: unknown) => void)[] = []
    open(SALE, 'task=pick&order=9', PICKS, {
      '/admin/warehouse.Barcode/resolve': () => new Promise((reply) => replies.push(reply)),
    })
    await screen.findByText(/Hall \/ A/)
    scan(EAN)
    scan(EAN)
    await waitFor(() => expect(replies).toHaveLength(1))
    const product = { ...barcodes, unit_id: 1, unit_name: 'pc', unit_decimals: 0, units: [] }
    const answer = { found: [{ kind: 'product', product }] }
    replies[0]?.(answer)
    await screen.findByText('Pencil: 2')
    expect(counted()).toBe('2')
  })

  it('is understood without a signal once the order was opened', async () => {
    open(SALE, 'task=pick&order=9', PICKS, {
      '/admin/warehouse.Product/index': () => ({
        list: [{ ...barcodes, unit: PRODUCT.unit, units }],
        total: 1,
      }),
      '/admin/warehouse.Barcode/resolve': () => {
        throw new TypeError('no signal')
      },
    })
    await screen.findByText(/Hall \/ A/)
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('Product/index'))).toBe(true))
    scan(EAN)
    await screen.findByText('Pencil: 1')
    scan(BOX)
    await screen.findByText('Pencil: 4')
  })
})

describe('a transfer on a phone', () => {
  it('is offered to its target when it is in transit, and taken in', async () => {
    const posts = open(ROAD, 'task=arrive')
    // Only those with goods on the road are asked for: others would fill the list.
    await waitFor(() => expect(lists()[0]?.search).toContain('transit_status'))
    // Where it comes from, where it arrives, and how much of it has.
    const choice = (await screen.findByText('DB9')).closest('button')!
    expect(choice.textContent).toMatch(/North.*South · 1 line.*4 \/ 6/)
    fireEvent.click(choice)
    expect(screen.queryByText('DB10')).toBeNull()
    expect((await screen.findByText(/Open:/)).textContent).toContain('2')
    expect(screen.getByText('Dock')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'All of it' }))
    fireEvent.click(screen.getByRole('button', { name: 'Receive 1 line' }))
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: '/admin/warehouse.TransferOrder/receive',
      body: { id: 9, lines: [{ line: 1, quantity: '2' }] },
    })
    await screen.findByText('Everything is sent')
  })
})
