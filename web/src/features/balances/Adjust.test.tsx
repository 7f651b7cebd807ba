import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage, type Call } from '../../../test/page'
import Adjust from './Adjust'
import { DecideDialog } from './BalanceRequestPage'

beforeAll(() => loadTexts('balances', 'resource'))

const nothing = (): void => undefined
const press = (name: string | RegExp): void => {
  fireEvent.click(screen.getByRole('button', { name }))
}

describe('a change of a balance', () => {
  const begin = () => {
    const calls = answerCalls((call: Call) => {
      if (call.path === '/admin/user.MoneyLog/add' && call.method === 'GET')
        return { user: { id: 5, username: 'ann', nickname: 'Ann', money: '20.00', score: 0 } }
      if (call.path === '/admin/user.MoneyLog/add')
        return { code: 0, msg: 'Only 40.00 is left today', data: { key: 'balance.day_limit', left: '40.00' } }
      return call.method === 'GET' ? { options: [{ id: 5, nickname: 'Ann', username: 'ann' }] } : { id: 1 }
    })
    renderPage(<Adjust what="money" member={5} close={nothing} saved={nothing} />)
    return () => calls.filter(({ method }) => method === 'POST')
  }
  it('above the limit of a day is asked of a second person', async () => {
    const posts = begin()
    fireEvent.change(screen.getByRole('textbox', { name: 'Amount' }), { target: { value: '60' } })
    fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'a gift' } })
    press(/OK|确定/)
    await screen.findByText(/Only 40\.00 is left today.*A second person can approve it/)
    press('Request approval')
    await waitFor(() => expect(posts()).toHaveLength(2))
    expect(posts()[1]).toMatchObject({
      path: '/admin/user.BalanceRequest/ask',
      body: { user_id: 5, account: 'money', amount: '60', memo: 'a gift' },
    })
  })
})

describe('a request', () => {
  it('is refused with a note', async () => {
    const calls = answerCalls(() => ({}))
    const row = { id: 3, account: 'money', amount: '60.00', memo: 'a gift' } as never
    renderPage(<DecideDialog row={row} agree={false} reload={nothing} close={nothing} />)
    press('Refuse')
    expect(calls).toHaveLength(0)
    fireEvent.change(screen.getByRole('textbox', { name: 'Note' }), { target: { value: 'too much' } })
    press('Refuse')
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]).toMatchObject({
      path: '/admin/user.BalanceRequest/audit',
      body: { id: 3, agree: false, note: 'too much' },
    })
  })
})
