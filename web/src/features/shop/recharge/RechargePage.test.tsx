import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../../test/page'
import RechargePage from './RechargePage'

const NOW = 1_700_000_000
const LIST = '/api/shop.Recharge/index'

beforeAll(() => loadTexts('site', 'member', 'shop', 'shopMoney', 'shopPay'))
beforeEach(() => vi.useFakeTimers({ now: NOW * 1000 }))
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('recharge orders', () => {
  /** The page with one order, whose state is asked for with every answer. */
  const show = async (status: () => number, address = '/user/shop/recharge', note = '') => {
    const order = (): object => ({
      ...{ id: 1, recharge_no: 'CZ1', money: '100.00', give_money: '5.00', give_score: 0 },
      ...{ status: status(), refund_amount: '0.00', pay_method: 0, pay_time: 0 },
      ...{ due_at: NOW + 60, create_time: NOW },
    })
    const calls = answerCalls(({ path }) => {
      if (path === LIST)
        return { packages: [], free: false, max: '5000.00', note, balance: '0.00', orders: [order()] }
      return path === '/api/shop.Pay/status'
        ? { status: status(), paid: false, methods: [] }
        : { site: {}, userInfo: {} }
    })
    renderPage(<RechargePage />, address)
    await pass(0)
    return (path: string): number => calls.filter((call) => call.path === path).length
  }

  it('are seen to be paid while the page is open, and the balance with them', async () => {
    let status = 1
    const asked = await show(() => status)
    expect(screen.getByText('To pay')).toBeTruthy()
    expect(screen.getByRole('timer').textContent).toContain('00:01:00')
    status = 2
    await pass(5_000)
    expect(screen.getByText('Paid')).toBeTruthy()
    expect(asked('/api/index/index')).toBe(1)
    // Nothing changes by itself any more.
    const before = asked(LIST)
    await pass(60_000)
    expect(asked(LIST)).toBe(before)
  })

  it('are no longer to be paid once their time is over', async () => {
    const began = Date.now()
    await show(() => (Date.now() < began + 90_000 ? 1 : 3))
    await pass(61_000)
    expect(screen.getByText('The time to pay has passed. It is being closed.')).toBeTruthy()
    expect(screen.queryByRole('timer')).toBeNull()
    await pass(35_000)
    expect(screen.getByText('Closed')).toBeTruthy()
  })

  it('say how the shop wants to be paid, as plain lines', async () => {
    const note = 'Bank 1, account 2\nName <b>Shop</b>'
    await show(() => 1, undefined, note)
    const shown = screen.getByRole('region', { name: 'How to pay a top-up' })
    expect(shown.querySelector('p')?.textContent).toBe(note)
    expect(shown.querySelector('b')).toBeNull()
  })

  it.each([
    ['the shop has written nothing', 1, ''],
    ['nothing is left to pay', 2, 'Bank 1'],
  ])('say nothing of how to pay where %s', async (_, status, note) => {
    await show(() => status, undefined, note)
    expect(screen.queryByRole('region', { name: 'How to pay a top-up' })).toBeNull()
  })

  it('lead back to the order that the balance was too little for', async () => {
    await show(() => 2, '/user/shop/recharge?order_no=2026112699818025')
    const back = screen.getByRole('link', { name: 'Back to paying order 2026112699818025' })
    expect(back.getAttribute('href')).toBe('/shop/pay/2026112699818025')
  })

  it('lead nowhere else', async () => {
    await show(() => 2, '/user/shop/recharge?order_no=../evil')
    expect(screen.queryByRole('link', { name: /Back to paying/ })).toBeNull()
  })
})

describe('another amount', () => {
  it('is refused with words where it is nothing or too much', async () => {
    answerCalls(({ path }) =>
      path === LIST
        ? { packages: [], free: true, max: '5000.00', balance: '0.00', orders: [] }
        : { site: {}, userInfo: {} },
    )
    renderPage(<RechargePage />, '/user/shop/recharge')
    await pass(0)
    fireEvent.click(screen.getByRole('radio', { name: /Another amount/ }))
    const field = screen.getByLabelText('Amount')
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Top up' })
    const enter = (value: string): void => {
      fireEvent.change(field, { target: { value } })
      fireEvent.blur(field)
    }
    enter('0')
    expect(screen.getByRole('alert').textContent).toBe('Please enter an amount above 0')
    expect(button.disabled).toBe(true)
    enter('5000.01')
    expect(screen.getByRole('alert').textContent).toBe('At most ¥5000.00')
    expect(button.disabled).toBe(true)
    enter('12.5')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(button.disabled).toBe(false)
  })
})
