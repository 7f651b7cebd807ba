import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import type { Order } from './model'
import PartialStock from './PartialStock'

beforeAll(() => loadTexts('orders', 'orderSteps'))

const line = (number: number, quantity: string, stocked: string) => ({
  line: number,
  product: { product_no: `P${number}`, name: 'Board', unit: { name: 'pc', decimals: 0 } },
  quantity,
  stocked_quantity: stocked,
})
const ORDER = { id: 9, lines: [line(1, '10', '4'), line(2, '5', '5'), line(3, '3', '0')] } as unknown as Order

function open() {
  const post = vi.fn(() => Promise.resolve())
  render(
    <PartialStock
      title="Part only"
      load={() => Promise.resolve(ORDER)}
      busy={false}
      close={() => undefined}
      post={post}
    />,
  )
  return { post, ok: () => fireEvent.click(screen.getByRole('button', { name: '确定' })) }
}
const now = (number: number) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: `This time ${number}` })

it('proposes what is open of each open line, and nothing at a press', async () => {
  const { post, ok } = open()
  expect([(await now(1)).value, (await now(3)).value]).toEqual(['6', '3'])
  expect(screen.queryByRole('textbox', { name: 'This time 2' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Nothing' }))
  expect((await now(1)).value).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'All that is open' }))
  fireEvent.change(await now(3), { target: { value: '' } })
  ok()
  await waitFor(() => expect(post).toHaveBeenCalledWith(ORDER, { lines: [{ line: 1, quantity: '6' }] }))
})

it('does not send more than is open of goods that leave', async () => {
  const { post, ok } = open()
  fireEvent.change(await now(1), { target: { value: '7' } })
  ok()
  expect((await screen.findByRole('alert')).textContent).toBe('More than is open')
  expect(post).not.toHaveBeenCalled()
})
