import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../../test/page'
import { CouponChoice } from './CouponChoice'

beforeAll(() => loadTexts('shop', 'shopOrder', 'shopMoney', 'shopMore'))

const own = (id: number, name: string, min_amount: string, more: object = {}) => ({
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
    ...more,
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
        bought={[]}
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
    screen.getByText('Needs ¥99 of goods that it applies to')
    fireEvent.click(none!)
    expect(choose).toHaveBeenCalledWith(0)
  })
  it('names what a coupon is for, what it leaves out, and which of the goods that concerns', async () => {
    const without = { exclude_goods_ids: [7, 9], exclude_names: ['Gold pen', 'Ink'], exclude_more: 0 }
    const rows = [own(1, 'But pens', '0.00', without), own(2, 'Large', '99.00', without)]
    answerCalls(() => ({ list: rows, total: 2, counts: [] }))
    const refused = (id: number, why: string) => ({
      user_coupon_id: id,
      saving: '0.00',
      refusal: `error.shop.coupon_${why}`,
    })
    const pen = { goods_id: 7, name: 'Gold pen' }
    renderPage(
      <CouponChoice
        offers={[refused(1, 'out_of_scope'), refused(2, 'below_minimum'), refused(3, 'below_minimum')]}
        bought={[pen, pen, { goods_id: 8, name: 'Paper' }]}
        chosen={null}
        choose={vi.fn()}
      />,
      '/shop/checkout',
    )
    await screen.findByText('But pens')
    const shown = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(shown[0]).toContain('All goods · Not for Gold pen, Ink')
    expect(shown[0]).toMatch(/Not for Gold pen$/)
    expect(shown[1]).toMatch(/Needs ¥99 of goods that it applies to\. Not for Gold pen$/)
    expect(shown[2]).toMatch(/Not enough goods that it applies to$/)
  })
  it('leads to the coupons of the shop where one has none', () => {
    answerCalls(() => ({ list: [], total: 0, counts: [] }))
    renderPage(
      <CouponChoice offers={[]} bought={[]} chosen={null} choose={() => undefined} />,
      '/shop/checkout',
    )
    expect(screen.getByRole('link').getAttribute('href')).toBe('/shop/coupons')
  })
})
