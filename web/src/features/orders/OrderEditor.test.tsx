import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage, type Call } from '../../../test/page'
import type { Order } from './model'
import { OrderEditor } from './OrderEditor'

beforeAll(() => loadTexts('orders', 'resource', 'scan'))

/** An inbound order with one line, as the node answers it. */
const ORDER = {
  id: 9,
  version: 4,
  inbound_order_no: 'IN9',
  order_no: null,
  supplier_id: 3,
  supplier: { name: 'Mill' },
  warehouses_id: 2,
  warehouses: { name: 'North' },
  type: 10,
  status: 0,
  remark: null,
  business_date: '2026-08-01',
  admin_id: 1,
  admin: { nickname: 'Ann' },
  allowed: ['edit'],
  lines: [
    {
      line: 1,
      product_id: 5,
      product: { product_no: 'P5', name: 'Board', unit: { name: 'm', decimals: 1 } },
      warehouses_areas_id: null,
      warehouses_shelves_id: null,
      area: null,
      shelf: null,
      quantity: '2',
      unit_price: '3',
      total_price: '6.00',
      batch_number: null,
      produce_date: null,
      expiry_date: null,
      stocked_quantity: '0',
    },
  ],
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

  it('shows a refusal at the line that it is about', async () => {
    const errors = [{ field: 'lines[0].quantity', key: 'error.number', msg: 'Too many' }]
    open(() => ({ code: 0, msg: 'Refused', data: { errors } }))
    await enter('2.5')
    save()
    expect(await lineFault()).toBe('Too many')
  })
})
