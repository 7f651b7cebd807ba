import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import type { Pick, PickListData } from './beside'
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

const pick = (batch: string, quantity: string, reserved = true): Pick => ({
  line: 1,
  product_id: 7,
  batch_number: batch,
  warehouses_shelves_id: 3,
  quantity,
  reserved,
  why: 'expiry',
})
const picked = (picks: Pick[]): PickListData => ({ reserved: true, picks, missing: [], places: [] })

function open(list = picked([])) {
  const post = vi.fn(() => Promise.resolve(true))
  render(
    <PartialStock
      title="Stock in a part"
      load={() => Promise.resolve(ORDER)}
      loadPicks={() => Promise.resolve(list)}
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
  fireEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  expect((await now(1)).value).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'All open quantities' }))
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

describe('where a part is taken from', () => {
  const shares = () =>
    screen.getAllByRole<HTMLInputElement>('textbox', { name: /^This time 1\./ }).map(({ value }) => value)

  it('is told in the order in which it leaves, and named only once it is shared out by hand', async () => {
    const { post, ok } = open(picked([pick('SOON', '2'), pick('LATE', '3'), pick('FREE', '1', false)]))
    await screen.findByText('Not put away / SOON')
    expect(shares()).toEqual(['2', '3'])
    fireEvent.change(await now(1), { target: { value: '3' } })
    expect(shares()).toEqual(['2', '1'])
    fireEvent.change(await now(3), { target: { value: '' } })
    ok()
    await waitFor(() => expect(post).toHaveBeenCalledWith(ORDER, { lines: [{ line: 1, quantity: '3' }] }))
    fireEvent.change(screen.getByRole('textbox', { name: 'This time 1.1' }), { target: { value: '0' } })
    fireEvent.change(screen.getByRole('textbox', { name: 'This time 1.2' }), { target: { value: '3' } })
    expect((await now(1)).value).toBe('3')
    ok()
    const from = { warehouses_areas_id: undefined, warehouses_shelves_id: 3, batch_number: 'LATE' }
    await waitFor(() =>
      expect(post).toHaveBeenLastCalledWith(ORDER, { lines: [{ line: 1, quantity: '3', from }] }),
    )
  })

  it('leaves to the warehouse what is not reserved', async () => {
    const { post, ok } = open(picked([pick('SOON', '2'), pick('LATE', '3'), pick('FREE', '1', false)]))
    await screen.findByText('Not put away / SOON')
    fireEvent.change(await now(3), { target: { value: '' } })
    fireEvent.change(screen.getByRole('textbox', { name: 'This time 1.1' }), { target: { value: '1' } })
    ok()
    await waitFor(() => expect(post).toHaveBeenCalledTimes(1))
    const [, body] = post.mock.calls[0] as unknown as [
      Order,
      { lines: { quantity: string; from?: object }[] },
    ]
    expect(body.lines.map(({ quantity, from }) => [quantity, from !== undefined])).toEqual([
      ['1', true],
      ['3', true],
      ['1', false],
    ])
  })

  it('is refused beyond what is reserved there', async () => {
    const { post, ok } = open(picked([pick('SOON', '2'), pick('LATE', '4')]))
    await screen.findByText('Not put away / SOON')
    fireEvent.change(screen.getByRole('textbox', { name: 'This time 1.1' }), { target: { value: '3' } })
    expect((await screen.findByRole('alert')).textContent).toBe('More than is reserved there')
    ok()
    expect(post).not.toHaveBeenCalled()
  })
})
