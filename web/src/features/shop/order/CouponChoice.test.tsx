import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../../test/page'
import { CouponChoice } from './CouponChoice'

beforeAll(() => loadTexts('shop', 'shopOrder', 'shopMoney', 'shopMore'))

const own = (id: number, name: string, min_amount: string) => ({
  id,
  name,
  end_time: 1_800_000_000,
  terms: {
    type: 1,
    amount: '5.00',
    percent: 0,
    max_amount: '0.00',
    min_amount,
    scope: 0,
    scope_ids: [],
    exclude_goods_ids: [],
  },
})

describe('the choice of a coupon', () => {
  it('names the best first, and says of the others why not', async () => {
    answerCalls(() => ({ list: [own(1, 'Small', '0.00'), own(2, 'Large', '99.00')], total: 2, counts: [] }))
    const choose = vi.fn()
    renderPage(
      <CouponChoice
        offers={[
          { user_coupon_id: 1, saving: '5.00', refusal: null },
          { user_coupon_id: 2, saving: '0.00', refusal: 'error.shop.coupon_below_minimum' },
        ]}
        chosen={1}
        choose={choose}
      />,
      '/shop/checkout',
    )
    await screen.findByText('Small')
    const [best, none] = screen.getAllByRole<HTMLInputElement>('radio')
    expect(best?.checked).toBe(true)
    expect(best?.closest('label')?.textContent).toContain('Best')
    expect(best?.closest('label')?.textContent).toContain('−¥5.00')
    screen.getByText('From ¥99 of goods that it is for')
    fireEvent.click(none!)
    expect(choose).toHaveBeenCalledWith(0)
  })
  it('leads to the coupons of the shop where one has none', () => {
    answerCalls(() => ({ list: [], total: 0, counts: [] }))
    renderPage(<CouponChoice offers={[]} chosen={null} choose={() => undefined} />, '/shop/checkout')
    expect(screen.getByRole('link').getAttribute('href')).toBe('/shop/coupons')
  })
})
