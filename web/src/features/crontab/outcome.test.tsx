import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { outcome } from './outcome'

beforeAll(() => loadTexts('crontab'))

describe('the note of a scheduled task', () => {
  const said = (message: string): string => outcome(message, i18next.t)
  it("counts in the reader's language", () => {
    expect(said('3 orders')).toBe('orders: 3')
    expect(said('2 coupons, 1 ending, 0 recharges')).toBe(
      'expired coupons: 2, coupons expiring soon: 1, closed top-ups: 0',
    )
    expect(said('4 transfers (2 with goods on the road), 9 shop orders')).toBe(
      'transfers: 4 (in transit: 2), shop orders: 9',
    )
  })
  it('stays as it is where nothing is counted', () => {
    expect(said('no space left on the device')).toBe('no space left on the device')
    expect(said('3 orders, 2 wonders')).toBe('3 orders, 2 wonders')
    expect(said('')).toBe('')
  })
})
