// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { member } from '@/shared/session/member'
import { answerCalls } from './page'
import { loadCart } from '@/features/shop/cart'
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
