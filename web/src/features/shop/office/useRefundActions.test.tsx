import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../../test/page'
import type { RefundRow } from './model'
import { useRefundActions } from './useRefundActions'

beforeAll(() => loadTexts('shopOffice', 'shopDesk'))

const nothing = (): void => undefined

function Desk() {
  const actions = useRefundActions(nothing)
  return (
    <>
      <button onClick={() => actions.run('retry', { id: 701 } as RefundRow)}>Begin</button>
      {actions.dialogs}
    </>
  )
}

describe('the dialog of a step', () => {
  /** What is allowed after somebody else has changed the order. */
  const refusedWith = async (allowed: readonly string[]): Promise<void> => {
    let posted = false
    const calls = answerCalls(({ method }) => {
      if (method === 'POST') {
        posted = true
        return { code: 0, msg: 'changed', data: { key: 'order.version_conflict' } }
      }
      const row = { id: 701, refund_no: 'R1', refund_amount: '1.00', allowed: posted ? allowed : ['retry'] }
      return { row, order: { version: posted ? 4 : 3 } }
    })
    renderPage(<Desk />)
    fireEvent.click(screen.getByRole('button', { name: 'Begin' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Retry refund' }))
    await waitFor(() => expect(calls.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']))
  }
  it('goes when somebody else has taken the step', async () => {
    await refusedWith([])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry refund' })).toBeNull())
  })
  it('stays, upon what there is now, when the step is still possible', async () => {
    await refusedWith(['retry'])
    expect(screen.getByRole('button', { name: 'Retry refund' })).toBeTruthy()
  })
})
