import { Modal } from '@arco-design/web-react'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import type { Order } from './model'
import ReceiveGoods from './ReceiveGoods'

beforeAll(() => loadTexts('orders', 'resource'))
afterEach(() => act(() => Modal.destroyAll()))

const ORDER = {
  id: 9,
  version: 4,
  warehouses_id: 2,
  lines: [
    {
      line: 1,
      product_id: 5,
      product: { product_no: 'P5', name: 'Milk', unit: { name: 'l', decimals: 0 }, batch_use: 1 },
      warehouses_areas_id: null,
      warehouses_shelves_id: null,
      quantity: '10',
      stocked_quantity: '0',
      batch_number: null,
    },
  ],
} as unknown as Order

function open(order = ORDER) {
  answerCalls(() => ({ list: [], total: 0 }))
  const post = vi.fn(() => Promise.resolve(true))
  renderPage(
    <ReceiveGoods
      title="Receive"
      load={() => Promise.resolve(order)}
      busy={false}
      close={() => undefined}
      post={post}
    />,
  )
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  const send = () => fireEvent.click(document.querySelector('.arco-modal-footer .arco-btn-primary')!)
  return { post, type, send }
}

it('takes a line in as two batches, once each is named', async () => {
  const { post, type, send } = open()
  await screen.findByRole('textbox', { name: 'This time 1' })
  type('This time 1', '4')
  type('Batch 1', 'A')
  fireEvent.click(screen.getByRole('button', { name: 'Another batch or place of this line 1' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'This time 2' }).value).toBe('6')
  send()
  expect(await screen.findByText('This product is kept in batches: enter one')).toBeTruthy()
  expect(post).not.toHaveBeenCalled()
  type('Batch 2', 'B')
  send()
  await waitFor(() => expect(post).toHaveBeenCalledTimes(1))
  expect(post).toHaveBeenCalledWith(ORDER, {
    lines: [
      { line: 1, quantity: '4', batch_number: 'A' },
      { line: 1, quantity: '6', batch_number: 'B' },
    ],
  })
})

it('sends more than is open, and says that a tolerance decides', async () => {
  const { post, type, send } = open()
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'This time 1' })).value).toBe('10')
  expect(screen.queryByText(/tolerance/)).toBeNull()
  type('This time 1', '11')
  type('Batch 1', 'A')
  expect(await screen.findByText(/within the tolerance of the warehouse/)).toBeTruthy()
  send()
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith(ORDER, {
      lines: [{ line: 1, quantity: '11', batch_number: 'A' }],
    }),
  )
})

it('takes goods in by another unit of their product, exactly', async () => {
  const [line] = ORDER.lines
  const crate = { unit_id: 7, name: 'crate', decimals: 1, factor: '12' }
  const product = { ...line!.product, batch_use: 2, units: [crate] }
  const ordered = { entered_unit_id: 7, entered_quantity: '2.5', factor: '12', quantity: '30' }
  const order = { ...ORDER, lines: [{ ...line, ...ordered, product }] } as unknown as Order
  const { post, send } = open(order)
  const amount = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'This time 1' })
  const type = async (value: string) => fireEvent.change(await amount(), { target: { value } })
  // What is open, in the unit that it was ordered in.
  expect((await amount()).value).toBe('2.5')
  await type('0.1')
  expect(await screen.findByText('Not a whole quantity in l')).toBeTruthy()
  send()
  expect(post).not.toHaveBeenCalled()
  await type('1.5')
  expect((await amount()).closest('td')?.textContent).toContain('= 18 l')
  send()
  await waitFor(() => expect(post).toHaveBeenCalledTimes(1))
  expect(post).toHaveBeenCalledWith(order, { lines: [{ line: 1, quantity: '18' }] })
})

it('asks before goods with a shelf life come in without a date', async () => {
  const [line] = ORDER.lines
  const product = { ...line!.product, batch_use: 0, shelf_life_days: 30 }
  const order = { ...ORDER, lines: [{ ...line, product }] } as unknown as Order
  const { post, send } = open(order)
  await screen.findByRole('textbox', { name: 'This time 1' })
  send()
  await screen.findByText(/^Milk has a shelf life, but no date is given/)
  fireEvent.click(screen.getByRole('button', { name: 'Go back' }))
  expect(post).not.toHaveBeenCalled()
  await waitFor(() => expect(screen.queryByText(/^Milk has a shelf life/)).toBeNull())
  send()
  fireEvent.click(await screen.findByRole('button', { name: 'Stock in anyway' }))
  await waitFor(() => expect(post).toHaveBeenCalledWith(order, { lines: [{ line: 1, quantity: '10' }] }))
})
