import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import HoldDialog from './HoldDialog'

beforeAll(() => loadTexts('inventory', 'resource'))

it('shows what the node refuses at the field that it names, until something is changed', async () => {
  const calls = answerCalls(({ method }) =>
    method === 'GET'
      ? { list: [], total: 0 }
      : {
          code: 0,
          msg: 'refused',
          data: { errors: [{ field: 'batch_number', msg: 'is too long for a label' }] },
        },
  )
  renderPage(
    <HoldDialog
      batch={{ product_id: 5, batch_number: 'B1', warehouses_id: 2, product_name: 'Board' }}
      close={() => undefined}
      done={() => undefined}
    />,
  )
  fireEvent.change(await screen.findByRole('textbox', { name: 'Reason' }), { target: { value: 'wet' } })
  fireEvent.click(document.querySelector('.arco-modal-footer .arco-btn-primary')!)
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1))
  const item = (await screen.findByText('is too long for a label')).closest('[data-field]')
  expect(item?.textContent).toContain('Batch')
  fireEvent.change(screen.getByRole('textbox', { name: /Batch/ }), { target: { value: 'B2' } })
  await waitFor(() => expect(screen.queryByText('is too long for a label')).toBeNull())
})
