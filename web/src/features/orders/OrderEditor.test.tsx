import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { DRAFT_HEAD, orderLine } from '../../../test/orderRows'
import { answerCalls, renderPage, type Call } from '../../../test/page'
import type { Order } from './model'
import { OrderEditor } from './OrderEditor'

beforeAll(() => loadTexts('orders', 'orderForm', 'resource', 'scan'))

/** An inbound order with one line, as the node answers it. */
const ORDER = {
  ...DRAFT_HEAD,
  inbound_order_no: 'IN9',
  supplier_id: 3,
  supplier: { name: 'Mill' },
  warehouses_id: 2,
  type: 10,
  lines: [orderLine()],
} as unknown as Order

function open(answer: (call: Call) => unknown = () => ({ id: 9, status: 0, version: 5, allowed: [] })) {
  const calls = answerCalls((call) => (call.method === 'GET' ? { list: [], total: 0 } : answer(call)))
  renderPage(<OrderEditor direction="inbound" title="Order" row={ORDER} />)
  return { posts: () => calls.filter(({ method }) => method === 'POST') }
}
const enter = async (value: string): Promise<void> => {
  fireEvent.change(await screen.findByRole('textbox', { name: 'Quantity 1' }), { target: { value } })
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

/** What is said beside a cell of a line; messages over the page are alerts, too. */
const lineFault = async (): Promise<string> => {
  const rows = within(await screen.findByRole('table'))
  return (await rows.findByRole('alert')).textContent ?? ''
}

describe('the editor of an order', () => {
  it.each(['-1', '0', 'two', '1.25'])('does not send the quantity %s', async (quantity) => {
    const { posts } = open()
    await enter(quantity)
    save()
    expect(await lineFault()).not.toBe('')
    expect(posts()).toEqual([])
  })

  it('sends the whole order, with its version and a number for this command', async () => {
    const { posts } = open()
    await enter('2.5')
    save()
    await waitFor(() => expect(posts()).toHaveLength(1))
    const [sent] = posts()
    expect(sent?.path).toBe('/admin/warehouse.InboundOrder/edit')
    expect(sent?.body).toMatchObject({
      id: 9,
      version: 4,
      supplier_id: 3,
      warehouses_id: 2,
      lines: [{ product_id: 5, quantity: '2.5', unit_price: '3' }],
    })
    expect((sent?.body as { command_id: string }).command_id).not.toBe('')
  })

  it('says who has changed the order meanwhile, and what reloading loses', async () => {
    const row = { history: [{ action: 'edit', admin: { id: 4, nickname: 'Ben' } }] }
    const data = { key: 'order.version_conflict', changed_by: 4, current: { row } }
    open(() => ({ code: 0, msg: 'changed', data }))
    await enter('2.5')
    save()
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Ben has changed this order in the meantime')
    expect(dialog.textContent).toContain('What you have changed here will be lost.')
    // The first button gives up reloading.
    fireEvent.click(within(dialog).getAllByRole('button')[0]!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity 1' }).value).toBe('2.5')
  })

  it('shows a refusal at the line that it is about', async () => {
    const errors = [{ field: 'lines[0].quantity', key: 'error.number', msg: 'Too many' }]
    open(() => ({ code: 0, msg: 'Refused', data: { errors } }))
    await enter('2.5')
    save()
    expect(await lineFault()).toBe('Too many')
  })
})

it('saves by Ctrl+Enter from any field, and adds no line', async () => {
  const { posts } = open()
  await enter('2.5')
  const quantity = screen.getByRole('textbox', { name: 'Quantity 1' })
  fireEvent.keyDown(quantity, { key: 'Enter', keyCode: 13, ctrlKey: true })
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(screen.queryByRole('textbox', { name: 'Quantity 2' })).toBeNull()
})

describe('what is wrong with the form', () => {
  it('is gone to where it is out of sight', async () => {
    answerCalls(() => ({ list: [], total: 0 }))
    renderPage(<OrderEditor direction="inbound" title="Order" row={null} />)
    const quantity = await screen.findByRole('textbox', { name: 'Quantity 1' })
    fireEvent.change(quantity, { target: { value: '2' } })
    quantity.focus()
    fireEvent.click(screen.getByTestId('save-order'))
    const warehouse = screen.getByRole('combobox', { name: 'Warehouse' })
    await waitFor(() => expect(warehouse.contains(document.activeElement)).toBe(true))
    expect(screen.getByText('Choose a warehouse')).toBeTruthy()
  })

  it('is not said any more once the field was changed', async () => {
    const errors = [{ field: 'order_no', key: 'error.taken', msg: 'Taken' }]
    open(() => ({ code: 0, msg: 'Refused', data: { errors } }))
    await enter('2.5')
    save()
    const reference = screen.getByRole('textbox', { name: 'Reference' })
    await waitFor(() => expect(document.activeElement).toBe(reference))
    expect(screen.getByText('Taken')).toBeTruthy()
    fireEvent.change(reference, { target: { value: 'R2' } })
    await waitFor(() => expect(screen.queryByText('Taken')).toBeNull())
  })
})

describe('leaving the form', () => {
  const leaves = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

  it('asks once a line was removed', async () => {
    open()
    await screen.findByRole('textbox', { name: 'Quantity 1' })
    expect(leaves()).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Remove this line 1' }))
    expect(leaves()).toBe(false)
  })
})

it('puts a removed line back where it was', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Copy this line 1' }))
  await enter('7')
  fireEvent.click(screen.getByRole('button', { name: 'Remove this line 1' }))
  const quantities = () =>
    screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Quantity/ }).map(({ value }) => value)
  expect(quantities()).toEqual(['2'])
  fireEvent.click(screen.getByRole('button', { name: 'Restore line 1' }))
  expect(quantities()).toEqual(['7', '2'])
  expect(screen.queryByRole('button', { name: 'Restore line 1' })).toBeNull()
})

describe('the words above the form', () => {
  it.each([
    ['inbound', /Stock rises when the order is stocked in/],
    ['outbound', /review reserves the goods. Stock falls when the order is stocked out/],
    ['adjustment', /Stock changes when it is posted, after its review/],
  ] as const)('of an %s order say when stock moves', async (direction, words) => {
    answerCalls(() => ({ list: [], total: 0 }))
    renderPage(<OrderEditor direction={direction} title="Order" row={null} />)
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

/** An outbound order without lines yet, in a warehouse with two batches of product 5. */
const SALE = {
  ...ORDER,
  outbound_order_no: 'CK9',
  customer_id: 3,
  customer: { name: 'Shop' },
  lines: [{ ...ORDER.lines[0], quantity: '12', unit_price: '3', produce_date: '2026-01-01' }],
} as unknown as Order
const lies = (area: number, batch: string, available: string) => ({
  warehouses_areas_id: area,
  area: { name: `Area ${area}` },
  warehouses_shelves_id: null,
  shelf: null,
  batch_number: batch,
  expiry_date: '2027-01-01',
  total_quantity: available,
  available_quantity: available,
  expired: false,
  held: false,
})
const STOCK = {
  list: [
    { product_id: 5, available_quantity: '10', more: 0, places: [lies(1, 'B1', '4'), lies(2, 'B2', '6')] },
  ],
}

const CARTON = { unit_id: 3, name: '箱', decimals: 0, factor: '12', barcode: '' }

describe('a line that takes goods', () => {
  const openSale = (row: Order = SALE) => {
    session.permissions = { 'warehouse/inventory': ['warehouse/inventory/index'] }
    const calls = answerCalls((call) => {
      if (call.path.endsWith('/available')) return STOCK
      if (call.path.endsWith('Product/index') && call.query.get('initKey') === 'product_no')
        return {
          list: call.query
            .getAll('initValue[]')
            .filter((number) => number.startsWith('P'))
            .map((number) => ({ id: 5, product_no: number, name: 'Board', price: '1.25', units: [CARTON] })),
        }
      return call.method === 'GET' ? { list: [], options: [], found: [] } : { id: 9, version: 5, allowed: [] }
    })
    renderPage(<OrderEditor direction="outbound" title="Order" row={row} />)
    return { posts: () => calls.filter(({ method }) => method === 'POST') }
  }
  afterEach(() => {
    session.permissions = {}
  })

  it('shows what is available by place and batch, takes a batch by a press, and asks for no dates', async () => {
    const { posts } = openSale()
    const quantity = await screen.findByRole('textbox', { name: 'Quantity 1' })
    expect((await screen.findAllByText('Available'))[0]?.parentElement?.textContent).toContain('10')
    expect(screen.queryByText('Produced')).toBeNull()
    expect(screen.queryByText('Expires')).toBeNull()
    fireEvent.focus(quantity)
    const places = within(await screen.findByRole('region', { name: 'Where the goods of this line are' }))
    fireEvent.click(await places.findByRole('button', { name: /Area 2.*B2/ }))
    await waitFor(() =>
      expect(places.getByRole('button', { name: /Area 2/ }).getAttribute('aria-pressed')).toBe('true'),
    )
    fireEvent.change(quantity, { target: { value: '6' } })
    save()
    await waitFor(() => expect(posts()).toHaveLength(1))
    const { lines } = posts()[0]?.body as { lines: Record<string, unknown>[] }
    expect(lines[0]).toMatchObject({ warehouses_areas_id: 2, batch_number: 'B2', produce_date: null })
  })

  it('fills lines with pasted rows, and names the row that is wrong', async () => {
    openSale()
    const table = await screen.findByRole('table')
    const paste = (text: string): boolean =>
      fireEvent.paste(table, { clipboardData: { getData: () => text } })
    paste('P7\t3\t2\tB2\nX9\t1\n')
    const dialog = within(await screen.findByRole('dialog'))
    const alert = await dialog.findByRole('alert')
    expect(alert.textContent).toContain('Row 2')
    expect(alert.textContent).toContain('X9')
    expect(screen.queryByRole('textbox', { name: 'Quantity 2' })).toBeNull()
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'P7\t3\t2\tB2\nP8\t1\n' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Fill the lines' }))
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quantity 3' })).toBeTruthy())
    const value = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value
    expect([value('Quantity 2'), value('Unit price 2'), value('Unit price 3')]).toEqual(['3', '2.00', '1.25'])
  })

  it('enters pasted rows in the unit that they name, and names the row and the field of an unknown one', async () => {
    const { posts } = openSale()
    const table = await screen.findByRole('table')
    const text = 'P7\t3\t2\tB2\tbox\nP7\t1\t2\tB2\tpallet\nP7\t4\t2\t\t箱\n'
    fireEvent.paste(table, { clipboardData: { getData: () => text } })
    const dialog = within(await screen.findByRole('dialog'))
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'Row 2, Unit: no unit of the product is called “pallet”',
    )
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: text.replace('pallet', '') } })
    fireEvent.click(dialog.getByRole('button', { name: 'Fill the lines' }))
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quantity 4' })).toBeTruthy())
    save()
    await waitFor(() => expect(posts()).toHaveLength(1))
    const { lines } = posts()[0]?.body as { lines: Record<string, unknown>[] }
    expect(lines.slice(1).map(({ quantity, unit_id }) => [quantity, unit_id])).toEqual([
      ['3', 3],
      ['1', null],
      ['4', 3],
    ])
  })

  it('draws a page of many lines and turns to the one that is wrong', async () => {
    const line = (number: number) => ({ ...SALE.lines[0], line: number, quantity: number === 60 ? '0' : '1' })
    const { posts } = openSale({
      ...SALE,
      lines: Array.from({ length: 60 }, (_, at) => line(at + 1)),
    } as Order)
    // Roles are slow to find among so many.
    await screen.findByLabelText('Quantity 50', { selector: 'input' })
    expect(document.querySelectorAll('[data-line]')).toHaveLength(50)
    fireEvent.click(screen.getByTestId('save-order'))
    await screen.findByLabelText('Quantity 60', { selector: 'input' })
    expect(document.querySelectorAll('[data-line]')).toHaveLength(10)
    expect(await lineFault()).not.toBe('')
    expect(posts()).toEqual([])
  })
})
