import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import type { Order } from './model'
import ReceiveGoods from './ReceiveGoods'

beforeAll(() => loadTexts('orders', 'resource'))

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

it('takes a line in as two batches, once each is named', async () => {
  answerCalls(() => ({ list: [], total: 0 }))
  const post = vi.fn(() => Promise.resolve(true))
  renderPage(
    <ReceiveGoods
      title="Receive"
      load={() => Promise.resolve(ORDER)}
      busy={false}
      close={() => undefined}
      post={post}
    />,
  )
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  const send = () => fireEvent.click(document.querySelector('.arco-modal-footer .arco-btn-primary')!)
  await screen.findByRole('textbox', { name: 'This time 1' })
  type('This time 1', '4')
  type('Batch 1', 'A')
  fireEvent.click(screen.getByRole('button', { name: 'Another batch or place of this line 1' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'This time 2' }).value).toBe('6')
  send()
  expect(await screen.findByText('The product is kept in batches: name one')).toBeTruthy()
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
  answerCalls(() => ({ list: [], total: 0 }))
  const post = vi.fn(() => Promise.resolve(true))
  renderPage(
    <ReceiveGoods
      title="Receive"
      load={() => Promise.resolve(ORDER)}
      busy={false}
      close={() => undefined}
      post={post}
    />,
  )
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'This time 1' })).value).toBe('10')
  expect(screen.queryByText(/tolerance/)).toBeNull()
  type('This time 1', '11')
  type('Batch 1', 'A')
  expect(await screen.findByText(/within the warehouse’s tolerance/)).toBeTruthy()
  fireEvent.click(document.querySelector('.arco-modal-footer .arco-btn-primary')!)
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith(ORDER, {
      lines: [{ line: 1, quantity: '11', batch_number: 'A' }],
    }),
  )
})
