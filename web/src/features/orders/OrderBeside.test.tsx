import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls } from '../../../test/page'
import { KINDS } from './kinds'
import type { Order } from './model'
import { OrderBeside } from './OrderBeside'
import { useOrderActions } from './useOrderActions'

beforeAll(() => loadTexts('orders', 'orderSteps'))
afterEach(() => {
  session.permissions = {}
})

const cost = (no: number, cost_type: number, amount: string | null, taken_back_at: number | null = null) => ({
  ...{ no, cost_type, amount, taken_back_at, remark: '', at: 1, admin: { nickname: 'Ann' } },
})
const ORDER = {
  ...{ id: 9, version: 4, inbound_order_no: 'IN9', type: 10, status: 2, lines: [], made: [] },
  allowed: ['takeCostBack'],
  costs: [cost(1, 10, '1280.5'), cost(2, 20, null), cost(3, 90, '15', 2)],
} as unknown as Order

function Costs() {
  const actions = useOrderActions(KINDS.inbound, () => undefined)
  return (
    <>
      <OrderBeside order={ORDER} takeCostBack={actions.takeCostBack(ORDER)} />
      {actions.dialogs}
    </>
  )
}

it('names the cost that is taken back, and sends its number with the reason', async () => {
  session.permissions = { 'warehouse/inboundorder': ['warehouse/inboundorder/takecostback'] }
  const calls = answerCalls(() => ({ id: 9, version: 5, allowed: [] }))
  render(<Costs />)
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Remove Freight',
    'Remove Customs',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Remove Freight' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('Remove the cost: Freight 1,280.50 · IN9')
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Entered twice' } })
  fireEvent.click(document.querySelector('.arco-modal-footer .arco-btn-primary')!)
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toMatchObject({ id: 9, version: 4, cost_no: 1, reason: 'Entered twice' })
})

it('offers no way back without the right', () => {
  render(<Costs />)
  expect(screen.queryByRole('button')).toBeNull()
})
