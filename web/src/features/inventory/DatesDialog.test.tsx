import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Schema } from '@/shared/http'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import DatesDialog from './DatesDialog'

beforeAll(() => loadTexts('inventory'))

const row = {
  product_id: 5,
  warehouses_id: 2,
  warehouses_areas_id: 7,
  warehouses_shelves_id: null,
  batch_number: 'B1',
  produce_date: '2026-01-02',
  expiry_date: '2026-06-01',
} as unknown as Schema<'InventoryRow'>

const save = () => fireEvent.click(document.querySelector('.arco-modal-footer .arco-btn-primary')!)

it('sends both dates with a reason, once', async () => {
  const calls = answerCalls(() => null)
  const done = vi.fn()
  renderPage(<DatesDialog row={row} close={() => undefined} done={done} />)
  await screen.findByText(/batch B1/)
  save()
  expect(await screen.findByText('Enter a reason')).toBeTruthy()
  expect(calls).toHaveLength(0)
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: ' misread ' } })
  save()
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatchObject({
    method: 'POST',
    path: '/admin/warehouse.Inventory/dates',
    body: {
      product_id: 5,
      warehouses_id: 2,
      warehouses_areas_id: 7,
      batch_number: 'B1',
      produce_date: '2026-01-02',
      expiry_date: '2026-06-01',
      reason: 'misread',
    },
  })
  expect(calls[0]!.body).toHaveProperty('command_id')
})

it('sends nothing that was made after it expires', async () => {
  const calls = answerCalls(() => null)
  renderPage(
    <DatesDialog
      row={{ ...row, batch_number: '', produce_date: '2026-07-01' }}
      close={() => undefined}
      done={() => undefined}
    />,
  )
  await screen.findByText(/only this place/)
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'misread' } })
  save()
  // What was announced before is an alert over the page, too.
  const dialog = within(screen.getByRole('dialog'))
  expect((await dialog.findByRole('alert')).textContent).toContain('after the expiry date')
  expect(calls).toHaveLength(0)
})
