import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { readCode } from '@/shared/scan/gs1'
import { session } from '@/shared/session/store'
import { orderLine } from '../../../test/orderRows'
import { answerCalls, renderPage, scanCode } from '../../../test/page'
import type { Direction } from './kinds'
import type { Order } from './model'
import { OrderEditor } from './OrderEditor'

/** A camera that has always the same code before it. */
vi.mock('@/shared/scan/Camera', () => ({
  default: ({ scanned }: { scanned: (scan: unknown) => void }) => (
    <button onClick={() => scanned(readCode('P5'))}>camera sees P5</button>
  ),
}))

beforeAll(() => loadTexts('orders', 'orderForm', 'resource', 'scan'))
afterEach(() => {
  session.permissions = {}
})

const BOX = { unit_id: 3, name: 'Box', decimals: 0, factor: '12', barcode: '' }
const BOARD = {
  id: 5,
  product_no: 'P5',
  name: 'Board',
  barcode: '4006381333931',
  price: '1.25',
  unit_id: 1,
  unit: { name: 'pc' },
  units: [BOX],
}

const line = (number: number, changes: object = {}) =>
  orderLine({ line: number, product: { ...BOARD, unit: { name: 'pc', decimals: 0 } }, ...changes })
const NAILS = {
  id: 6,
  product_no: 'P6',
  name: 'Nails',
  price: '7.5',
  unit_id: 2,
  unit: { name: 'kg', decimals: 2 },
  units: [],
}
const order = (lines: object[], changes: object = {}): Order =>
  ({
    id: 9,
    version: 4,
    warehouses_id: 2,
    warehouses: { name: 'North' },
    supplier_id: 3,
    supplier: { name: 'Mill' },
    customer_id: 3,
    customer: { name: 'Shop' },
    type: 10,
    status: 0,
    business_date: '2026-08-01',
    admin_id: 1,
    allowed: ['edit'],
    lines,
    ...changes,
  }) as unknown as Order

const lies = (area: number, batch: string, quantity: string, more: object = {}) => ({
  warehouses_areas_id: area,
  area: { name: `Area ${area}` },
  warehouses_shelves_id: null,
  shelf: null,
  batch_number: batch,
  expiry_date: '2027-01-01',
  total_quantity: quantity,
  available_quantity: quantity,
  expired: false,
  held: false,
  ...more,
})
const PLACES = [
  lies(1, 'B1', '4'),
  lies(2, 'B2', '6', { held: true, available_quantity: '0' }),
  lies(3, 'OLD', '5', { expired: true, expiry_date: '2025-01-01' }),
]

function open(direction: Direction, row: Order | null) {
  session.permissions = { 'warehouse/inventory': ['warehouse/inventory/index', 'warehouse/inventory/cost'] }
  const calls = answerCalls((call) => {
    const { path, query } = call
    // What was paid last is more than what it sells for.
    if (path.endsWith('/lastPrices'))
      return { list: [5, 6].map((product_id) => ({ product_id, unit_price: `${product_id}.5` })) }
    if (path.endsWith('/available'))
      return { list: [{ product_id: 5, available_quantity: '4', more: 0, places: PLACES }] }
    if (path.endsWith('Barcode/resolve')) {
      const { unit, ...product } = BOARD
      const known = ['P5', 'CARTON'].includes(query.get('code') ?? '')
      return { found: known ? [{ product: { ...product, unit_name: unit.name, unit_decimals: 0 } }] : [] }
    }
    if (path.endsWith('Product/index')) {
      const words = query.get('quickSearch')
      const found = query.has('initKey') || ['P5', 'Board', BOARD.barcode].includes(words ?? '')
      return { list: found ? [BOARD] : words === 'P6' ? [NAILS] : [] }
    }
    return call.method === 'GET' ? { list: [], total: 0 } : { id: 9, version: 5, allowed: [] }
  })
  renderPage(<OrderEditor direction={direction} title="Order" row={row} />)
  const save = async (): Promise<Record<string, unknown>[]> => {
    fireEvent.click(screen.getByTestId('save-order'))
    await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1))
    const body = calls.find(({ method }) => method === 'POST')?.body
    return (body as { lines: Record<string, unknown>[] }).lines
  }
  return { calls, save }
}
const field = (name: string): HTMLInputElement => screen.getByRole<HTMLInputElement>('textbox', { name })
const quantity = (number = 1) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: `Quantity ${number}` })
const batch = (number = 1) => screen.getByRole('combobox', { name: `Batch ${number}` })
const strip = () => screen.findByRole('region', { name: 'Where the goods of this line are' })

describe('lines of the same product', () => {
  it('are told what the others leave, and the one that lacks goods is named', async () => {
    open('outbound', order([line(1, { quantity: '3' }), line(2, { quantity: '2' })]))
    const second = await quantity(2)
    expect(await screen.findByText(/Not enough stock/)).toBeTruthy()
    const named = screen.getByRole('status', { name: 'Not enough stock' })
    expect(named.textContent).toContain('Line 2, P5 Board:')
    expect(second.closest('td')?.textContent).toMatch(/Available 1.*Used by other lines 3/)
    fireEvent.change(second, { target: { value: '1' } })
    await waitFor(() => expect(screen.queryByText(/Not enough stock/)).toBeNull())
  })
})

describe('a line of an adjustment', () => {
  const LOSS = order([line(1, { quantity: '-2', produce_date: '2026-01-01', batch_number: 'b2' })])

  it('that takes goods off names a batch that lies there, held or not, and asks for no dates', async () => {
    const { save } = open('adjustment', LOSS)
    fireEvent.focus(await quantity())
    expect(screen.queryByText('Produced')).toBeNull()
    expect(screen.queryByText('Expires')).toBeNull()
    const places = within(await strip())
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Batch 1' })).toBeNull())
    fireEvent.click(await places.findByRole('button', { name: /Area 2.*B2.*held/ }))
    await waitFor(() =>
      expect(places.getByRole('button', { name: /Area 2/ }).getAttribute('aria-pressed')).toBe('true'),
    )
    expect(places.getByRole('button', { name: /Area 1/ }).getAttribute('aria-pressed')).toBe('false')
    // All 6 that are held there may be written off.
    expect((await screen.findAllByText('Available'))[0]?.textContent).toContain('6')
    const [sent] = await save()
    expect(sent).toMatchObject({
      warehouses_areas_id: 2,
      batch_number: 'B2',
      quantity: '-2',
      produce_date: null,
    })
  })

  it('gets the place of a chosen batch with it', async () => {
    const { save } = open('adjustment', order([line(1, { quantity: '-2' })]))
    await quantity()
    fireEvent.click(await screen.findByRole('combobox', { name: 'Batch 1' }))
    fireEvent.click(await screen.findByText(/^OLD · 5 available/))
    const [sent] = await save()
    expect(sent).toMatchObject({ warehouses_areas_id: 3, batch_number: 'OLD' })
  })

  it('that adds goods names a new batch, and asks for its dates', async () => {
    const { save } = open('adjustment', order([line(1, { quantity: '2' })], { type: 40 }))
    await quantity()
    expect(screen.getByText('Produced')).toBeTruthy()
    fireEvent.change(field('Batch 1'), { target: { value: 'NEW' } })
    fireEvent.change(field('Quantity 1'), { target: { value: '99' } })
    expect(screen.queryByText('Available')).toBeNull()
    expect((await save())[0]).toMatchObject({ batch_number: 'NEW', quantity: '99' })
  })

  it('is left as it is by a scan of what its product is not measured in, with the reason', async () => {
    open('adjustment', order([line(1, { quantity: '-2' })]))
    await quantity()
    scanCode('(240)P5(3103)001250')
    await screen.findByText('Board: the code says 1.25 kg, but the product has no such unit')
    expect(field('Quantity 1').value).toBe('-2')
  })

  it('counts down what is scanned as lost', async () => {
    open('adjustment', order([line(1, { quantity: '-2' })]))
    await quantity()
    scanCode('4006')
    expect((await screen.findByText('No product has the code 4006')).textContent).not.toBe('')
    scanCode('CARTON')
    await waitFor(() => expect(field('Quantity 1').value).toBe('-3'))
  })
})

describe('the product of a line', () => {
  const NEW = line(1, { product_id: null, product: null, quantity: '', unit_price: '' })
  const product = () => screen.findByRole('combobox', { name: 'Product 1' })
  const search = async (words: string): Promise<void> => {
    const cell = await product()
    fireEvent.click(cell)
    fireEvent.change(cell.querySelector('input')!, { target: { value: words } })
  }

  it.each(['P5', 'Board', BOARD.barcode])('is found by %s', async (words) => {
    const { calls, save } = open('inbound', order([NEW]))
    await search(words)
    await waitFor(() => expect(calls.some(({ query }) => query.get('quickSearch') === words)).toBe(true))
    fireEvent.click(await screen.findByRole('option', { name: 'P5 Board' }))
    expect((await quantity()).value).toBe('')
    fireEvent.change(await quantity(), { target: { value: '1' } })
    // What it cost last and its units come with it.
    await waitFor(() => expect(field('Unit price 1').value).toBe('5.50'))
    expect((await save())[0]).toMatchObject({ product_id: 5, unit_price: '5.5', unit_id: 1 })
  })

  it('is found by the bar code of what it is packed in', async () => {
    const { calls } = open('inbound', order([NEW]))
    await search('CARTON')
    expect(await screen.findByRole('option', { name: 'P5 Board' })).toBeTruthy()
    expect(calls.some(({ path }) => path.endsWith('Barcode/resolve'))).toBe(true)
  })

  it('that takes the place of another one brings its own price, and keeps no batch of the other', async () => {
    const { save } = open('inbound', order([line(1, { unit_price: '3', batch_number: 'B1' }), line(2)]))
    await search('P6')
    fireEvent.click(await screen.findByRole('option', { name: 'P6 Nails' }))
    await waitFor(() => expect(field('Batch 1').value).toBe(''))
    await waitFor(() => expect(field('Unit price 1').value).toBe('6.50'))
    // Pieces and kilograms are summed apart.
    expect(screen.getByTestId('total-quantity').textContent).toBe('2 kg + 2 pc')
    expect(await save()).toMatchObject([
      { product_id: 6, unit_price: '6.5', batch_number: null },
      { product_id: 5, unit_price: '3' },
    ])
  })

  it('is scanned from the line itself, beside a line that has it already', async () => {
    const { save } = open('outbound', order([line(1)]))
    await quantity()
    fireEvent.click(screen.getByRole('button', { name: 'Add a line' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Scan for this line' }))
    fireEvent.click(await screen.findByRole('button', { name: 'camera sees P5' }))
    await waitFor(() => expect(field('Quantity 2').value).toBe('1'))
    expect(field('Quantity 1').value).toBe('2')
    expect(screen.queryByRole('button', { name: /camera sees/ })).toBeNull()
    expect(await save()).toMatchObject([
      { product_id: 5, quantity: '2' },
      { product_id: 5, quantity: '1', unit_price: '1.25' },
    ])
  })
})

describe('prices', () => {
  const shown = () => [field('Unit price 1').value, field('Unit price 2').value]

  it('of a column have the same number of decimals, also those of other units', async () => {
    const boxed = { quantity: '12', entered_unit_id: 3, entered_quantity: '1', factor: '12' }
    open(
      'inbound',
      order([line(1, { unit_price: '3', ...boxed }), line(2, { unit_price: '0.0125', ...boxed })]),
    )
    await quantity()
    expect(shown()).toEqual(['3.0000', '0.0125'])
    expect(
      [...document.querySelectorAll('tbody tr')].map((row) => /= (\S+) \/ Box/.exec(row.textContent)?.[1]),
    ).toEqual(['¥36.00', '¥0.15'])
    fireEvent.focus(field('Unit price 2'))
    fireEvent.change(field('Unit price 2'), { target: { value: '0.5' } })
    fireEvent.blur(field('Unit price 2'))
    await waitFor(() => expect(shown()).toEqual(['3.00', '0.50']))
  })
})

describe('a price that is entered', () => {
  it('takes the place of the selected one', async () => {
    open('inbound', order([line(1)]))
    await quantity()
    const price = field('Unit price 1')
    act(() => price.focus())
    // A selection is lost when the text below it changes.
    expect(price.value).toBe('3.00')
    fireEvent.change(price, { target: { value: '2.5' } })
    expect(price.value).toBe('2.5')
    act(() => price.blur())
    expect(price.value).toBe('2.50')
  })
})

describe('Enter', () => {
  it('goes from the price over the chosen batch to the next line', async () => {
    open('outbound', order([line(1), line(2)]))
    await quantity()
    await screen.findAllByText('Available')
    act(() => field('Unit price 1').focus())
    fireEvent.keyDown(field('Unit price 1'), { key: 'Enter', keyCode: 13 })
    await waitFor(() => expect(batch().contains(document.activeElement)).toBe(true))
    fireEvent.keyDown(document.activeElement!, { key: 'Enter', keyCode: 13 })
    const second = screen.getByRole('combobox', { name: 'Product 2' })
    await waitFor(() => expect(second.contains(document.activeElement)).toBe(true))
    expect(batch().getAttribute('aria-expanded')).toBe('false')
    fireEvent.keyDown(batch(2).querySelector('input')!, { key: 'ArrowDown', keyCode: 40 })
    // The first line takes two of the four.
    expect(await screen.findByText(/^B1 · 2 available/)).toBeTruthy()
  })
})
