import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../../test/page'
import GoodsDialog from './GoodsDialog'
import type { GoodsStep, Order } from './model'

beforeAll(() => loadTexts('orders', 'orderSteps', 'transferOrders'))

const lots = [
  { batch_number: 'A', quantity: '5', back: false, since: 0 },
  { batch_number: 'B', quantity: '5', back: false, since: 0 },
]
const ORDER = {
  id: 9,
  version: 4,
  warehouses_id: 1,
  target_warehouses_id: 2,
  lines: [
    {
      line: 1,
      product: { product_no: 'P7', name: 'Board', unit: { name: 'pc', decimals: 0 } },
      quantity: '10',
      stocked_quantity: '10',
      transit: { there: '10', back: '0', lots },
    },
  ],
} as unknown as Order

function open(step: GoodsStep, load = () => Promise.resolve(ORDER)) {
  const calls = answerCalls(() => ({ list: [], options: [{ id: 5, name: 'Broken' }], total: 1 }))
  const post = vi.fn(() => Promise.resolve(true))
  renderPage(
    <GoodsDialog
      step={step}
      title={`Goods ${step}`}
      load={load}
      busy={false}
      close={() => undefined}
      post={post}
    />,
  )
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  const send = () =>
    fireEvent.click([...document.querySelectorAll('.arco-modal-footer .arco-btn-primary')].at(-1)!)
  return { calls, post, type, send }
}

it('receives the batch that came, and leaves the other one in transit', async () => {
  const { post, type, send } = open('receive')
  await screen.findByRole('textbox', { name: 'Good 1.1' })
  expect(screen.queryByLabelText('What is wrong with them')).toBeNull()
  type('Good 1.1', '')
  send()
  await waitFor(() => expect(post).toHaveBeenCalledTimes(1))
  expect(post).toHaveBeenCalledWith(ORDER, { lines: [{ line: 1, quantity: '5', batch_number: 'B' }] })
})

it('asks for an area that holds damaged goods', async () => {
  const { calls, post, type, send } = open('receive')
  await screen.findByRole('textbox', { name: 'Damaged 1.1' })
  type('Damaged 1.1', '2')
  send()
  expect(await screen.findByText('Choose an area for damaged goods or goods to inspect')).toBeTruthy()
  expect(post).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('combobox', { name: 'Put damaged goods into' }))
  fireEvent.click(await screen.findByText('Broken'))
  const asked = calls.map(({ query }) => query.toString()).join()
  expect(asked).toContain('purpose')
  fireEvent.change(screen.getByLabelText('What is wrong with them'), {
    target: { value: 'The box was wet' },
  })
  send()
  await waitFor(() => expect(post).toHaveBeenCalledTimes(1))
  expect(post).toHaveBeenCalledWith(ORDER, {
    lines: [
      { line: 1, quantity: '3', batch_number: 'A' },
      { line: 1, quantity: '2', batch_number: 'A', damaged: true, warehouses_areas_id: 5 },
      { line: 1, quantity: '5', batch_number: 'B' },
    ],
    reason: 'The box was wet',
  })
})

it('gives up the batch that is missing, with a reason and without a place', async () => {
  const { post, type, send } = open('lost')
  await screen.findByRole('textbox', { name: 'This time 1.2' })
  expect(screen.queryByText('Put good items into')).toBeNull()
  type('This time 1.2', '')
  send()
  expect(post).not.toHaveBeenCalled()
  fireEvent.change(document.querySelector('#reason')!, { target: { value: 'Fell off' } })
  send()
  await waitFor(() => expect(post).toHaveBeenCalledTimes(1))
  expect(post).toHaveBeenCalledWith(ORDER, {
    lines: [{ line: 1, quantity: '5', batch_number: 'A' }],
    reason: 'Fell off',
  })
})

it('keeps what was typed in sight where the signal was lost', async () => {
  const load = vi.fn(() => Promise.resolve(ORDER))
  const { post, type, send } = open('receive', load)
  await screen.findByRole('textbox', { name: 'Good 1.1' })
  type('Good 1.1', '3')
  post.mockResolvedValueOnce(false)
  load.mockRejectedValueOnce(new Error('no signal'))
  send()
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  await act(() => expect(load.mock.results[1]?.value).rejects.toThrow('no signal'))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Good 1.1' }).value).toBe('3')
  expect(screen.queryByText('Try again')).toBeNull()
})
