import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Schema } from '@/shared/http'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import MoveDialog from './MoveDialog'

beforeAll(() => loadTexts('inventory'))

const row = {
  product_id: 5,
  product: { product_no: 'P5', name: 'Milk', spec: '', unit: { name: 'l' } },
  warehouses_id: 2,
  warehouses: { name: 'North' },
  warehouses_areas_id: 7,
  area: { name: 'Dock' },
  warehouses_shelves_id: null,
  shelf: null,
  batch_number: 'B1',
  total_quantity: '10',
  reserved_quantity: '4',
} as unknown as Schema<'InventoryRow'>

it('names the goods that it moves, and shows a refusal at its field', async () => {
  const errors = [{ field: 'to_areas_id', key: 'error.reference', msg: 'No such area' }]
  const calls = answerCalls(({ method }) =>
    method === 'POST' ? { code: 0, msg: 'Refused', data: { errors } } : { list: [] },
  )
  renderPage(<MoveDialog row={row} close={() => undefined} done={vi.fn()} />)
  await screen.findByText('Milk')
  expect(screen.getByText('North / Dock · B1')).toBeTruthy()
  const quantity = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' })
  expect(quantity.value).toBe('10')
  // Six of ten are free; the others go with their reservations.
  expect(screen.getByText('4 of them are reserved and stay so')).toBeTruthy()
  fireEvent.click(document.querySelector('.arco-modal-footer .arco-btn-primary')!)
  expect(await screen.findByText('No such area')).toBeTruthy()
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  fireEvent.change(quantity, { target: { value: '5' } })
  await waitFor(() => expect(screen.queryByText('No such area')).toBeNull())
  expect(screen.queryByText(/of these are reserved/)).toBeNull()
})

it('says what is to be released first where a count found less than is reserved', async () => {
  answerCalls(() => ({ list: [] }))
  const lost = { ...row, total_quantity: '10', reserved_quantity: '17' }
  renderPage(<MoveDialog row={lost} close={() => undefined} done={vi.fn()} />)
  expect(
    await screen.findByText(/^A count found 7 less here than is reserved: first release 7 /),
  ).toBeTruthy()
  expect(screen.queryByText(/stay so/)).toBeNull()
})

it('says nothing of counts where goods went out that the books do not have', async () => {
  answerCalls(() => ({ list: [] }))
  const oversold = { ...row, total_quantity: '-3', reserved_quantity: '0' }
  renderPage(<MoveDialog row={oversold} close={() => undefined} done={vi.fn()} />)
  await screen.findByRole('dialog')
  expect(screen.queryByText(/^A count found/)).toBeNull()
})
