import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import type { CartRow } from './calls'
import CartHints, { missingOf } from './CartHints'
import type { FreightStep } from './order/calls'

beforeAll(() => loadTexts('shop', 'shopMore'))

const step = (freight: string, missing_to_free: string | null): FreightStep =>
  ({ freight, missing_to_free }) as FreightStep

describe('what is missing to be free of freight', () => {
  it('is for the limit of the shop, or of the one template that counts', () => {
    expect(missingOf({ missing_to_free: '9.00', freight_steps: [step('5.00', '3.00')] })).toBe('9.00')
    expect(missingOf({ missing_to_free: null, freight_steps: [step('5.00', '3.00')] })).toBe('3.00')
    expect(missingOf({ missing_to_free: null, freight_steps: [step('0.00', null)] })).toBeNull()
    const two = [step('5.00', '3.00'), step('4.00', '1.00')]
    expect(missingOf({ missing_to_free: null, freight_steps: two })).toBeNull()
  })
  it('is told to visitors of what they have chosen', async () => {
    const calls = answerCalls(() => ({
      ships: true,
      needs_area: true,
      goods_amount: '90.00',
      freight: '0.00',
      missing_to_free: '9.00',
      freight_steps: [],
    }))
    const rows = [{ sku_id: 3, quantity: 2 }] as CartRow[]
    renderPage(<CartHints rows={rows} />, '/shop/cart')
    await screen.findByText('Add ¥9.00 more for free shipping')
    expect(calls[0]?.path).toBe('/api/shop.Goods/freight')
    expect(calls[0]?.query.get('quantities')).toBe('2')
  })
})
