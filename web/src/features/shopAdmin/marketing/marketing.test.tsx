import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage, type Call } from '../../../../test/page'
import GiveDialog, { joined } from './GiveDialog'
import RechargeDialog from './RechargeDialogs'
import { ScopeCell } from './ScopeCell'
import WithdrawDialog from './WithdrawDialog'

beforeAll(() => loadTexts('shopDesk', 'resource'))

const nothing = (): void => undefined
const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }))
}
const faults = (): string[] =>
  within(screen.getByRole('dialog'))
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent ?? '')
const posts = (calls: readonly Call[]): Call[] => calls.filter(({ method }) => method === 'POST')
const COUPON = { id: 4, name: 'Ten off' }

describe('what a coupon is for, and what not', () => {
  const shown = (row: object, whole = false): string =>
    render(<ScopeCell row={{ id: 1, ...row }} whole={whole} />).container.textContent ?? ''
  it('is said by name in its list', () => {
    expect(shown({ scope: 0, scope_ids: [] })).toBe('All goods')
    expect(shown({ scope: 1, scope_ids: [3, 4], scope_names: ['Pens', 'Paper'] })).toBe('Pens, Paper')
    const five = { scope: 2, scope_ids: [1, 2, 3, 4, 5], scope_names: ['A', 'B', 'C', 'D', 'E'] }
    expect(shown(five)).toBe('A, B, C and 2 more')
    expect(shown(five, true)).toBe('A, B, C, D, E')
  })
  it('names the goods that are left out', () => {
    const row = {
      scope: 0,
      scope_ids: '[]',
      exclude_goods_ids: [7, 8],
      excluded: { name: ['Gold pen', null] },
    }
    expect(shown(row)).toBe('All goodsNot for Gold pen and 1 more')
    expect(shown({ ...row, excluded: { name: [null, null] } })).toBe('All goodsNot for 2 of the goods')
    expect(shown({ ...row, scope: 2, scope_ids: [1], scope_names: ['Ink'] })).toBe('Ink')
  })
})

describe('a coupon is given', () => {
  const begin = (answer: object) => {
    const calls = answerCalls((call) =>
      call.method === 'POST'
        ? answer
        : { options: [{ id: 7, name: 'Regulars', nickname: 'Ann' }], list: [], total: 0 },
    )
    renderPage(<GiveDialog coupon={COUPON} close={nothing} given={nothing} />)
    return calls
  }
  it('to chosen members, and tells what came of it', async () => {
    const calls = begin({ given: 1, before: 0, full: 2, left_over: 0 })
    press('Give')
    expect(faults()).toEqual(['Choose members'])
    fireEvent.click(screen.getByRole('combobox', { name: 'Members' }))
    fireEvent.click(await screen.findByText('Ann'))
    press('Give')
    await screen.findByText('Given to 1 member')
    expect(screen.getByText('Already have the maximum per member')).toBeTruthy()
    expect(screen.queryByText('No coupons were left')).toBeNull()
    expect(posts(calls)[0]).toMatchObject({
      path: '/admin/shop.marketing.Coupon/give',
      body: { id: 4, user_ids: [7] },
    })
  })
  it('to a group, only once it is chosen', async () => {
    const calls = begin({ given: 5, before: 0, full: 0, left_over: 0 })
    fireEvent.click(screen.getByRole('radio', { name: 'By conditions' }))
    press('Give')
    expect(faults()).toEqual(['Choose a group or days'])
    fireEvent.click(screen.getByRole('combobox', { name: 'Member group' }))
    fireEvent.click(await screen.findByText('Regulars'))
    press('Give')
    await screen.findByText('Given to 5 members')
    expect(posts(calls)[0]?.body).toMatchObject({ id: 4, group_id: 7 })
    expect(posts(calls)[0]?.body).not.toHaveProperty('all')
  })
  it('refused, it says why and keeps its id for the next try', async () => {
    const calls = begin({ code: 0, msg: 'Nobody is meant', data: null })
    fireEvent.click(screen.getByRole('radio', { name: 'All members' }))
    press('Give')
    await waitFor(() => expect(faults()).toContain('Nobody is meant'))
    press('Give')
    await waitFor(() => expect(posts(calls)).toHaveLength(2))
    const ids = posts(calls).map(({ body }) => (body as { command_id: string }).command_id)
    expect(ids[0]).toBeTruthy()
    expect(ids[1]).toBe(ids[0])
    expect(posts(calls)[0]?.body).toMatchObject({ all: true })
  })
  it('by days counts the last one whole', () => {
    const { join_from = 0, join_until = 0 } = joined('2026-03-01,2026-03-02')
    expect(join_until - join_from).toBe(2 * 86_400)
    expect(joined('')).toEqual({})
  })
})

describe('a coupon is withdrawn', () => {
  it('from all, once that is said', async () => {
    const calls = answerCalls((call) => (call.method === 'POST' ? { withdrawn: 3 } : { list: [], total: 0 }))
    renderPage(<WithdrawDialog coupon={COUPON} close={nothing} withdrawn={nothing} />)
    press('Withdraw')
    expect(faults()).toEqual(['Choose members'])
    fireEvent.click(screen.getByRole('radio', { name: 'All members' }))
    press('Withdraw')
    await waitFor(() => expect(posts(calls)).toHaveLength(1))
    expect(posts(calls)[0]).toMatchObject({ path: '/admin/shop.marketing.Coupon/withdraw', body: { id: 4 } })
    expect(posts(calls)[0]?.body).not.toHaveProperty('user_ids')
  })
})

describe('a recharge order', () => {
  const begin = (step: 'confirm' | 'refund') => {
    const row = {
      id: 5,
      recharge_no: 'CZ5',
      money: '100.00',
      give_money: '5.00',
      give_score: 300,
      refund_amount: '0.00',
    }
    const calls = answerCalls((call) => (call.method === 'GET' ? { row, most: '95.00' } : {}))
    renderPage(<RechargeDialog order={row} step={step} close={nothing} done={nothing} />)
    return calls
  }
  const note = (value: string): void => {
    fireEvent.change(screen.getByRole('textbox', { name: 'Note' }), { target: { value } })
  }
  it('is confirmed with a note', async () => {
    const calls = begin('confirm')
    await screen.findByText(/300 points/)
    press('Confirm receipt')
    expect(faults()).toEqual(['Enter a note'])
    note(' Bank 77 ')
    press('Confirm receipt')
    await waitFor(() => expect(posts(calls)).toHaveLength(1))
    expect(posts(calls)[0]).toMatchObject({
      path: '/admin/shop.marketing.RechargeOrder/confirm',
      body: { id: 5, memo: 'Bank 77' },
    })
  })
  it('is paid back up to what may be', async () => {
    const calls = begin('refund')
    const amount = await screen.findByRole('textbox', { name: 'Amount' })
    expect((amount as HTMLInputElement).value).toBe('95.00')
    fireEvent.change(amount, { target: { value: '95.01' } })
    note('Asked')
    press('Refund')
    expect(faults()).toEqual(['Enter an amount above 0 and up to ¥95.00'])
    fireEvent.change(amount, { target: { value: '40' } })
    press('Refund')
    await waitFor(() => expect(posts(calls)).toHaveLength(1))
    expect(posts(calls)[0]?.body).toMatchObject({ id: 5, amount: '40.00', memo: 'Asked' })
  })
})
