import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { live } from '@/shared/live'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage, type Call } from '../../../../test/page'
import HandleDialog from '../pay/HandleDialog'
import ExceptionPage from './ExceptionPage'

beforeAll(() => loadTexts('shopOffice', 'shopState', 'shopPay'))

describe('what needs a person', () => {
  const trouble = (order_id: number, order_no: string) => ({
    kind: 'payment',
    order_id,
    order_no,
    no: 0,
    out_trade_no: `${order_no}01`,
    amount: '5.00',
    reason: '',
    why: 'amount',
    expected: '6.00',
    day: '',
    refund_id: 0,
    ways: [],
    time: 0,
  })
  const TOPICS = new Map<string, () => void>()
  const open = (path: string): Call[] => {
    vi.spyOn(live, 'on').mockImplementation((topic, run) => {
      TOPICS.set(topic, () => run(undefined as never))
      return () => undefined
    })
    session.permissions = {}
    const calls = answerCalls(() => ({ list: [trouble(7, 'S7'), trouble(8, 'S8'), trouble(0, 'CZ1')] }))
    renderPage(<ExceptionPage />, path)
    return calls
  }
  it('is renewed with money of no order as well', async () => {
    const calls = open('/admin/shop/order/exception?id=0')
    await screen.findByText('CZ1')
    expect([...TOPICS.keys()]).toEqual(['resource:shop.order.Exception'])
    TOPICS.get('resource:shop.order.Exception')?.()
    await waitFor(() => expect(calls).toHaveLength(2))
  })
  it('says what was received and what was due, in the list and where it is handled', async () => {
    open('/admin/shop/order/exception')
    expect(await screen.findAllByText('received 5.00, due 6.00')).toHaveLength(3)
    cleanup()
    const chosen = { ...trouble(7, 'S7'), ways: ['refund'] }
    const nothing = (): void => undefined
    renderPage(<HandleDialog trouble={chosen} busy={false} close={nothing} submit={nothing} />)
    expect(screen.getByText(/received 5\.00, due 6\.00/)).toBeTruthy()
  })
  it('says of a difference of the daily match what both sides have', () => {
    const words = (why: string): void => {
      const chosen = { ...trouble(0, ''), why, day: '2026-01-01', ways: ['note'] }
      const nothing = (): void => undefined
      renderPage(<HandleDialog trouble={chosen} busy={false} close={nothing} submit={nothing} />)
    }
    words('twice')
    expect(screen.getByText(/It is on the bill more than once/)).toBeTruthy()
    cleanup()
    words('amount')
    expect(screen.getByText(/theirs 5\.00, ours 6\.00/)).toBeTruthy()
  })
  it('shows what is of the order that a notification leads to, and then all', async () => {
    open('/admin/shop/order/exception?id=8')
    await screen.findByText('S8')
    expect(screen.queryByText('S7')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Show all (3)' }))
    await screen.findByText('S7')
  })
})
