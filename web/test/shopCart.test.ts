// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { member } from '@/shared/session/member'
import { answerCalls } from './page'
import { lineLimits, loadCart } from '@/features/shop/cart'
import { guestLines, keepGuestLines } from '@/features/shop/guest'

beforeEach(() => localStorage.clear())
afterEach(() => {
  member.token = ''
})

describe('the cart of a guest who signs in', () => {
  it('takes the choice of lines along', async () => {
    const kept = [
      { sku_id: 3, quantity: 2, checked: 0 },
      { sku_id: 5, quantity: 1, checked: 1 },
    ]
    keepGuestLines(kept)
    const calls = answerCalls(() => ({ list: [], pieces: 0, amount: '0.00', line_max: 999, now: 0 }))
    member.token = 'token'
    await loadCart()
    const merge = calls.find(({ path }) => path === '/api/shop.Cart/merge')
    expect(merge?.body).toEqual({ lines: kept })
    expect(guestLines()).toEqual([])
  })
})

describe('the limits of a line', () => {
  const row = { sku_id: 1, goods_id: 7, buy_min: 3, buy_max: 6 }
  it('are those of its goods where it is alone', () => {
    const others = [
      { sku_id: 1, goods_id: 7, quantity: 4 },
      { sku_id: 9, goods_id: 8, quantity: 5 },
    ]
    expect(lineLimits(row, others, 999)).toEqual({ min: 3, max: 6 })
    expect(lineLimits({ ...row, buy_max: 0 }, others, 50)).toEqual({ min: 3, max: 50 })
  })
  it('leave out what other chosen lines of the goods have', () => {
    expect(lineLimits(row, [{ sku_id: 2, goods_id: 7, quantity: 2 }], 999)).toEqual({ min: 1, max: 4 })
    expect(lineLimits(row, [{ sku_id: 2, goods_id: 7, quantity: 9 }], 999)).toEqual({ min: 1, max: 1 })
  })
})
