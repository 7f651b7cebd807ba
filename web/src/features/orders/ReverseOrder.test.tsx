import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { reversible } from './beside'
import type { Order, OrderLine } from './model'
import ReverseOrder from './ReverseOrder'

const line = (number: number, stocked: string, more: Partial<OrderLine> = {}): OrderLine => ({
  line: number,
  product_id: number,
  product: null,
  warehouses_areas_id: null,
  warehouses_shelves_id: null,
  area: null,
  shelf: null,
  quantity: stocked,
  entered_unit_id: null,
  entered_unit: null,
  entered_quantity: null,
  factor: null,
  unit_price: '1',
  total_price: '1',
  batch_number: null,
  produce_date: null,
  expiry_date: null,
  stocked_quantity: stocked,
  reversed_quantity: '0',
  ...more,
})

test('what a correction took away can come back, and of a transfer what has arrived', () => {
  expect(reversible(line(1, '-3', { reversed_quantity: '1' })).toString()).toBe('2')
  const transit = { arrived: '4' } as OrderLine['transit']
  expect(reversible(line(1, '6', { transit, reversed_quantity: '1' })).toString()).toBe('3')
})

test('nothing is proposed, and what is named is taken back', async () => {
  const order = { id: 7, version: 3, lines: [line(1, '5'), line(2, '8')] } as Order
  const post = vi.fn(async () => true)
  const props = { title: 'Reverse', hint: 'hint', now: 'Take back', busy: false, close: vi.fn(), post }
  render(<ReverseOrder {...props} load={async () => order} />)
  const first = await screen.findByLabelText<HTMLInputElement>('Take back 1')
  const second = screen.getByLabelText<HTMLInputElement>('Take back 2')
  expect([first.value, second.value]).toEqual(['', ''])
  fireEvent.click(screen.getByRole('button', { name: 'orderSteps.all' }))
  expect([first.value, second.value]).toEqual(['5', '8'])
  fireEvent.change(first, { target: { value: '' } })
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'never came' } })
  fireEvent.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(post).toHaveBeenCalledWith(order, [{ line: 2, quantity: '8' }], 'never came'))
})
