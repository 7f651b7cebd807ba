import { act, renderHook, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../../test/page'
import { pauseMs } from '../useChanges'
import OrderPage from './OrderPage'
import { useOrderChanges } from './useOrderChanges'

const NOW = 1_700_000_000
const CHANGES = '/api/shop.Order/changes'

beforeAll(() => loadTexts('site', 'shop', 'shopOrder'))
beforeEach(() => vi.useFakeTimers({ now: NOW * 1000 }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const show = (visible: boolean) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  return pass(0)
}

describe('pages with orders', () => {
  /** A page that shows what was read when the orders had changed `read` times; the server counts `changes`. */
  const watch = (read: number | undefined, answer: () => unknown) => {
    const calls = answerCalls(({ path }) => (path === CHANGES ? answer() : { site: {}, userInfo: {} }))
    const reload = vi.fn()
    const shown = { order: 'S1', changes: read, busy: false, reload }
    const hook = renderHook((props: typeof shown) => useOrderChanges(props), { initialProps: shown })
    const asked = (): number => calls.filter(({ path }) => path === CHANGES).length
    return {
      asked,
      reload,
      calls,
      leave: hook.unmount,
      again: (more: object) => hook.rerender({ ...shown, ...more }),
    }
  }

  it('ask every few seconds, and read again when something has changed', async () => {
    let changes = 3
    const { asked, reload, calls, again } = watch(3, () => ({ changes }))
    await pass(9_000)
    expect(asked()).toBe(2)
    expect(calls[0]?.query.get('order_no')).toBe('S1')
    expect(reload).not.toHaveBeenCalled()
    changes = 4
    await pass(4_000)
    expect(reload).toHaveBeenCalledOnce()
    // The balance and the notices may have changed as well.
    again({ changes: 4 })
    await pass(0)
    expect(calls.filter(({ path }) => path === '/api/index/index')).toHaveLength(1)
  })

  it('do not ask before there is something to show, nor read twice at once', async () => {
    const { asked, reload, again } = watch(undefined, () => ({ changes: 4 }))
    await pass(10_000)
    expect(asked()).toBe(0)
    again({ changes: 3, busy: true })
    await pass(5_000)
    expect([asked(), reload.mock.calls.length]).toEqual([1, 0])
  })

  it('stop while they are hidden, and ask at once when they are seen again', async () => {
    const { asked } = watch(3, () => ({ changes: 3 }))
    await show(false)
    await pass(60_000)
    window.dispatchEvent(new Event('focus'))
    await pass(0)
    expect(asked()).toBe(0)
    await show(true)
    expect(asked()).toBe(1)
    await pass(5_000)
    expect(asked()).toBe(2)
  })

  it('ask less often where there is no answer, and no more once the session has ended', async () => {
    const { asked, leave } = watch(3, () => ({ code: 0, msg: 'busy', data: {} }))
    await pass(4_000 + 8_000 + 16_000 + 100)
    expect(asked()).toBe(3)
    leave()
    const ended = watch(3, () => ({ code: 303, msg: 'Please log in', data: {} }))
    await pass(4_000)
    window.dispatchEvent(new Event('focus'))
    await pass(60_000)
    expect(ended.asked()).toBe(1)
  })

  it('ask when a timer runs out, and often for a while then', () => {
    const usual = { took: 0, failed: 0 }
    expect(pauseMs({ ...usual, left: -Infinity })).toBe(4_000)
    expect(pauseMs({ ...usual, left: 60_000 })).toBe(4_000)
    expect(pauseMs({ ...usual, left: 1_500 })).toBe(1_700)
    expect(pauseMs({ ...usual, left: -5_000 })).toBe(1_000)
    expect(pauseMs({ ...usual, left: -40_000 })).toBe(4_000)
    expect(pauseMs({ took: 1_000, failed: 0, left: -Infinity }), 'a slow server').toBe(20_000)
    expect(pauseMs({ took: 0, failed: 9, left: 1_000 }), 'none').toBe(60_000)
  })
})

describe('an order whose time to pay runs out', () => {
  it('is shown as closed by itself', async () => {
    const due = NOW + 30
    const over = (): boolean => Date.now() >= due * 1000
    const row = () => ({
      order_no: 'S1',
      status: over() ? 6 : 1,
      version: over() ? 2 : 1,
      due_at: over() ? null : due,
      ...{
        closing: false,
        lines: [],
        parcels: [],
        refunds: [],
        allowed: [],
        address: '',
        refund_amount: '0.00',
      },
      ...{ goods_amount: '5.00', coupon_amount: '0.00', score_amount: '0.00', freight: '0.00' },
      ...{ freight_off: '0.00', pay_amount: '5.00', score_given: 0, pay_time: null },
    })
    answerCalls(({ path }) => {
      if (path === CHANGES) return { changes: row().version }
      return path === '/api/shop.Order/detail' ? { row: row(), history: [], companies: [] } : { site: {} }
    })
    renderPage(
      <Routes>
        <Route path="/user/shop/order/:order_no" element={<OrderPage />} />
      </Routes>,
      '/user/shop/order/S1',
    )
    await pass(0)
    expect(screen.getByRole('status').textContent).toBe('To pay')
    await pass(29_000)
    expect(screen.getByRole('timer').textContent).toContain('00:00:01')
    await pass(1_500)
    expect(screen.getByRole('status').textContent).toBe('Closed')
    expect(screen.queryByRole('timer')).toBeNull()
  })
})
