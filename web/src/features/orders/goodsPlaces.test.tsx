import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { orderLine } from '../../../test/orderRows'
import { answerCalls, renderPage } from '../../../test/page'
import type { PickListData } from './beside'
import { KINDS } from './kinds'
import { referenceOf, type OrderLine, type OrderRow } from './model'
import { OrderProgress } from './OrderQuantity'
import { ReservedRow } from './ReservedRow'
import { ReviewMany } from './ReviewMany'

beforeAll(() => loadTexts('orders', 'orderSteps'))

const pick = (line: number, area: string | null, batch: string, quantity: string, reserved = true) => ({
  line,
  product_id: 5,
  warehouses_areas_id: area ? 1 : null,
  area: area ? { name: area } : null,
  warehouses_shelves_id: null,
  shelf: null,
  batch_number: batch,
  quantity,
  reserved,
  produce_date: null,
  expiry_date: batch === 'B1' ? '2027-01-31' : null,
  why: 'only',
})

const shown = (picks: object | null): string | null => {
  renderPage(
    <table>
      <tbody>
        <ReservedRow
          line={orderLine() as unknown as OrderLine}
          picks={picks as PickListData | null}
          columns={8}
        />
      </tbody>
    </table>,
  )
  return document.querySelector('[data-reserved]')?.textContent ?? null
}

it('names the places and batches that are reserved for a line, and no others', () => {
  const picks = [
    pick(1, 'A1', 'B1', '20'),
    pick(1, null, 'B2', '5'),
    pick(2, 'A2', '', '9'),
    pick(1, 'A3', '', '1', false),
  ]
  const text = shown({ reserved: true, picks, missing: [], places: [] })
  expect(text).toContain('A1 / B1 · 20 m')
  expect(text).toContain('Expires 2027-01-31')
  expect(text).toContain('Not put away / B2 · 5 m')
  expect(text).not.toMatch(/A2|A3/)
})

it('names none before a review', () => {
  expect(
    shown({ reserved: false, picks: [pick(1, 'A1', '', '2', false)], missing: [], places: [] }),
  ).toBeNull()
})

it.each([
  [
    { unit: { name: 'pcs' }, line_count: 1, total_quantity: '50', stocked_quantity: '30', moved_lines: 0 },
    '30 / 50 received',
  ],
  [
    { unit: null, line_count: 3, total_quantity: '50', stocked_quantity: '30', moved_lines: 2 },
    '2 / 3 lines received',
  ],
  [{ unit: { name: 'pcs' }, line_count: 1, total_quantity: '50', stocked_quantity: '0', moved_lines: 0 }, ''],
  [
    { unit: { name: 'pcs' }, line_count: 1, total_quantity: '50', stocked_quantity: '50', moved_lines: 1 },
    '',
  ],
])('says how far an order is: %j', (row, said) => {
  renderPage(
    <p>
      <OrderProgress row={row} words="received" />
    </p>,
  )
  expect(screen.getByRole('paragraph').textContent).toBe(said)
})

it('takes the number of an order for no reference', () => {
  const row = (order_no: string) => ({ id: 1, inbound_order_no: 'RK1', order_no }) as unknown as OrderRow
  expect([referenceOf(KINDS.inbound, row('RK1')), referenceOf(KINDS.inbound, row('T-9'))]).toEqual([
    '',
    'T-9',
  ])
})

it('reviews several orders one by one, and says which were refused and why', async () => {
  const row = (id: number) => ({ id, version: id, outbound_order_no: `CK${id}` }) as unknown as OrderRow
  const calls = answerCalls(({ body }) =>
    (body as { id: number }).id === 2
      ? { code: 0, msg: 'Not enough stock', data: { key: 'stock.short' } }
      : { id: 1, status: 1, version: 2, allowed: [] },
  )
  const done = vi.fn()
  renderPage(<ReviewMany kind={KINDS.outbound} rows={[row(1), row(2), row(3)]} done={done} />)
  fireEvent.click(screen.getByRole('button', { name: 'Review' }))
  await screen.findByText('Review 3 orders')
  fireEvent.click(screen.getAllByRole('button', { name: 'Review' }).at(-1)!)
  await screen.findByText('2 of 3 reviewed')
  expect(screen.getByText('CK2').closest('li')?.textContent).toBe('CK2 Not enough stock')
  expect(screen.queryByText('CK1')).toBeNull()
  const sent = calls.map(({ path, body }) => [path, (body as { id: number; version: number }).version])
  expect(sent).toEqual([1, 2, 3].map((version) => ['/admin/warehouse.OutboundOrder/audit', version]))
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  await waitFor(() => expect(done).toHaveBeenCalledWith([1, 3]))
})
