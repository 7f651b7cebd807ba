import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { DRAFT_HEAD, orderLine } from '../../../../test/orderRows'
import { answerCalls, renderPage, scanCode } from '../../../../test/page'
import type { Order } from '../model'
import { OrderEditor } from '../OrderEditor'

beforeAll(() => loadTexts('orders', 'transferOrders', 'orderForm', 'resource', 'scan'))
afterEach(() => {
  session.permissions = {}
})

const BOX = { unit_id: 3, name: 'Box', decimals: 0, factor: '12' }
const BOARD = {
  id: 5,
  product_no: 'P5',
  name: 'Board',
  unit_id: 1,
  unit: { name: 'pc', decimals: 0 },
  units: [BOX],
}

/** A transfer with one line, as the node answers it. */
const ORDER = {
  ...DRAFT_HEAD,
  transfer_order_no: 'DB9',
  source_warehouses_id: 2,
  target_warehouses_id: 3,
  target_warehouses: { name: 'South' },
  type: 10,
  lines: [
    orderLine({
      product: BOARD,
      quantity: '24',
      entered_unit_id: 3,
      entered_quantity: '2',
      factor: '12',
      unit_price: '0',
    }),
  ],
} as unknown as Order

const lies = (area: number, batch: string, quantity: string) => ({
  warehouses_areas_id: area,
  area: { name: `Area ${area}` },
  warehouses_shelves_id: null,
  shelf: null,
  batch_number: batch,
  expiry_date: null,
  total_quantity: quantity,
  available_quantity: quantity,
  expired: false,
  held: false,
})
const STOCK = {
  list: [
    { product_id: 5, available_quantity: '30', more: 0, places: [lies(1, 'B1', '10'), lies(2, 'B2', '20')] },
  ],
}

function open(row: Order = ORDER, saved: object = { id: 9, version: 5, allowed: [] }) {
  session.permissions = { 'warehouse/inventory': ['warehouse/inventory/index'] }
  const calls = answerCalls((call) => {
    if (call.path.endsWith('/available')) return STOCK
    if (call.path.endsWith('Product/index') && ['product_no', 'id'].includes(call.query.get('initKey') ?? ''))
      return { list: [BOARD] }
    if (call.path.endsWith('Barcode/resolve'))
      return {
        found: [{ product: { ...BOARD, unit_name: 'pc', unit_decimals: 0 }, package: { factor: '12' } }],
      }
    if (call.path.endsWith('WarehouseArea/index')) return { list: [{ id: 1, name: 'Area 1' }] }
    if (call.path.endsWith('WarehouseShelf/index')) return { list: [{ id: 8, name: 'Shelf 8' }] }
    return call.method === 'GET' ? { list: [], options: [], found: [] } : saved
  })
  renderPage(<OrderEditor direction="transfer" title="Transfer" row={row} />)
  return { posts: () => calls.filter(({ method }) => method === 'POST') }
}

it('shows what lies at the source, takes a batch by a press, and keeps the unit of a line', async () => {
  const { posts } = open()
  const quantity = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Quantity 1' })
  expect(quantity.value).toBe('2')
  fireEvent.focus(quantity)
  const places = within(await screen.findByRole('region', { name: 'Where the goods of this line are' }))
  // 2 boxes are 24 pieces, of which area 1 has 10.
  fireEvent.click(await places.findByRole('button', { name: /Area 2.*B2/ }))
  await waitFor(() =>
    expect(places.getByRole('button', { name: /Area 2/ }).getAttribute('aria-pressed')).toBe('true'),
  )
  fireEvent.change(quantity, { target: { value: '1' } })
  fireEvent.click(screen.getByTestId('save-order'))
  await waitFor(() => expect(posts()).toHaveLength(1))
  const { lines } = posts()[0]?.body as { lines: Record<string, unknown>[] }
  expect(lines[0]).toMatchObject({ warehouses_areas_id: 2, batch_number: 'B2', quantity: '1', unit_id: 3 })
})

it('fills lines with pasted rows, with the unit that they name', async () => {
  const { posts } = open()
  const table = await screen.findByRole('table')
  fireEvent.paste(table, { clipboardData: { getData: () => 'P5\t3\tB1\tbox\nP5\t7\n' } })
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quantity 3' })).toBeTruthy())
  fireEvent.click(screen.getByTestId('save-order'))
  await waitFor(() => expect(posts()).toHaveLength(1))
  const { lines } = posts()[0]?.body as { lines: Record<string, unknown>[] }
  expect(lines.slice(1)).toMatchObject([
    { product_id: 5, quantity: '3', unit_id: 3, batch_number: 'B1' },
    { product_id: 5, quantity: '7', unit_id: 1, batch_number: null },
  ])
})

it('puts pasted rows where they say, in the warehouse that the goods go to', async () => {
  const { posts } = open()
  const table = await screen.findByRole('table')
  const rows = 'Product\tQuantity\tFrom area\tTo area\nP5\t7\t\tarea 1\nP5\t8\tArea 1\t\n'
  fireEvent.paste(table, { clipboardData: { getData: () => rows } })
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quantity 3' })).toBeTruthy())
  fireEvent.click(screen.getByTestId('save-order'))
  await waitFor(() => expect(posts()).toHaveLength(1))
  const { lines } = posts()[0]?.body as { lines: Record<string, unknown>[] }
  expect(lines.slice(1)).toMatchObject([
    { quantity: '7', warehouses_areas_id: null, target_warehouses_areas_id: 1 },
    { quantity: '8', warehouses_areas_id: 1, target_warehouses_areas_id: null },
  ])
})

it('names the row and the field of a pasted unit that the product does not have', async () => {
  open()
  const table = await screen.findByRole('table')
  fireEvent.paste(table, { clipboardData: { getData: () => 'P5\t3\tB1\tbox\nP5\t7\t\tpallet\n' } })
  const dialog = within(await screen.findByRole('dialog'))
  expect((await dialog.findByRole('alert')).textContent).toContain('Row 2, Unit:')
  expect(screen.queryByRole('textbox', { name: 'Quantity 2' })).toBeNull()
})

it('chooses a batch from what lies there, and says when it is not enough', async () => {
  const { posts } = open()
  await screen.findByRole('textbox', { name: 'Quantity 1' })
  fireEvent.click(await screen.findByRole('combobox', { name: 'Batch 1' }))
  fireEvent.click(await screen.findByText('B1 · 10 available'))
  // 2 boxes are 24.
  const available = (await screen.findAllByText('Available'))[0]
  expect(available?.textContent).toContain('10')
  expect(available?.className).toMatch(/short/)
  fireEvent.click(screen.getByTestId('save-order'))
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]?.body).toMatchObject({ lines: [{ batch_number: 'B1', quantity: '2', unit_id: 3 }] })
})

it('counts what is scanned in the unit of its line, and fills the line that has no product', async () => {
  open()
  await screen.findByRole('textbox', { name: 'Quantity 1' })
  const value = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value
  scanCode('BOX-OF-12')
  await waitFor(() => expect(value('Quantity 1')).toBe('3'))
  fireEvent.click(screen.getByRole('button', { name: 'Remove this line 1' }))
  expect(await screen.findByRole('button', { name: 'Scan for this line' })).toBeTruthy()
  scanCode('BOX-OF-12')
  await waitFor(() => expect(value('Quantity 1')).toBe('12'))
  // What was scanned may be entered in its other units.
  expect(await screen.findByRole('combobox', { name: 'Unit 1' })).toBeTruthy()
})

it('takes lines without an area from that of the order, and shows what lies there', async () => {
  const { posts } = open({
    ...ORDER,
    source_warehouses_areas_id: 2,
    source_area: { name: 'Area 2' },
  } as Order)
  await screen.findByRole('textbox', { name: 'Quantity 1' })
  const available = async () => (await screen.findAllByText('Available'))[0]?.textContent
  await waitFor(async () => expect(await available()).toContain('20'))
  fireEvent.click(screen.getByRole('combobox', { name: 'From area' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Area 1' }))
  await waitFor(async () => expect(await available()).toContain('10'))
  fireEvent.click(screen.getByTestId('save-order'))
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]?.body).toMatchObject({
    source_warehouses_areas_id: 1,
    target_warehouses_areas_id: 0,
    lines: [{ warehouses_areas_id: null }],
  })
})

it('offers the shelves of the order’s area to lines that name none', async () => {
  const { posts } = open({
    ...ORDER,
    target_warehouses_areas_id: 2,
    target_area: { name: 'Area 2' },
  } as Order)
  await screen.findByRole('textbox', { name: 'Quantity 1' })
  fireEvent.click(screen.getByRole('combobox', { name: 'To shelf 1' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Shelf 8' }))
  fireEvent.click(screen.getByTestId('save-order'))
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]?.body).toMatchObject({
    target_warehouses_areas_id: 2,
    lines: [{ target_warehouses_areas_id: 2, target_warehouses_shelves_id: 8 }],
  })
})

it('keeps a refusal with its line where another one is removed', async () => {
  const errors = [{ field: 'lines[1].quantity', key: 'error.number', msg: 'Too many' }]
  const lines = [ORDER.lines[0], { ...ORDER.lines[0], line: 2, entered_quantity: '7' }]
  open({ ...ORDER, lines } as Order, { code: 0, msg: 'Refused', data: { errors } })
  await screen.findByRole('textbox', { name: 'Quantity 2' })
  fireEvent.click(screen.getByTestId('save-order'))
  await screen.findByText('Too many')
  fireEvent.click(screen.getByRole('button', { name: 'Remove this line 1' }))
  const left = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity 1' })
  expect([left.value, left.closest('td')?.textContent]).toEqual(['7', expect.stringContaining('Too many')])
})

it('says in words which line the node refuses', async () => {
  const errors = [{ field: 'lines[0].quantity', key: 'error.number.precision', msg: 'has too many decimals' }]
  open(ORDER, {
    code: 0,
    msg: 'lines[0].quantity',
    data: { field: errors[0]!.field, key: errors[0]!.key, errors },
  })
  await screen.findAllByText(/Board/)
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect((await screen.findByText(/1.*has too many decimals/)).closest('.arco-message')).toBeTruthy()
})
