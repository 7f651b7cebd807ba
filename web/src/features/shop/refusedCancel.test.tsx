import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import { Facts } from './office/OrderDetail'
import type { ShopOrder } from './office/model'
import OrderPage from './order/OrderPage'
import { refusedCancel } from './refusedCancel'

beforeAll(() => loadTexts('site', 'shop', 'shopOrder', 'shopOffice', 'shopState', 'common'))

const REASON = 'It is packed already'
const step = (action: string, reason = '') => ({ time: 1, by: 'staff', action, from: 7, to: 2, reason })
const ASKED = step('applyCancel', 'Too slow')
const REFUSED = step('cancelRefuse', REASON)

describe('the reason why an order is not cancelled', () => {
  it('is that of the last decision, while the order is on its way', () => {
    expect(refusedCancel(2, [ASKED, REFUSED])).toBe(REASON)
    expect(refusedCancel(3, [ASKED, REFUSED, step('delivery')])).toBe(REASON)
    expect(refusedCancel(4, [ASKED, REFUSED])).toBe('')
    expect(refusedCancel(7, [ASKED, REFUSED, ASKED])).toBe('')
    expect(refusedCancel(2, [ASKED, REFUSED, ASKED, step('takeBackCancel')])).toBe('')
    expect(refusedCancel(2, [])).toBe('')
  })

  const row = {
    id: 1,
    order_no: 'S9',
    status: 2,
    lines: [],
    parcels: [],
    refunds: [],
    allowed: [],
    actions: [],
    goods_amount: '10.00',
    coupon_amount: '0.00',
    score_amount: '0.00',
    freight: '0.00',
    freight_off: '0.00',
    pay_amount: '10.00',
    refund_amount: '0.00',
    score_given: 0,
    pay_time: null,
    create_time: 1,
    cancel_reason: '',
  }

  it('stands with the state on the page of the member', async () => {
    answerCalls(() => ({ row, history: [ASKED, REFUSED], payments: [], companies: [] }))
    renderPage(<OrderPage />, '/user/shop/order/S9')
    await screen.findByText(`The shop declined to cancel: ${REASON}`)
  })

  it('stands with the state on the page of the back office', () => {
    renderPage(<Facts row={row as unknown as ShopOrder} history={[ASKED, REFUSED] as never} />)
    const label = screen.getByText('Why it was not cancelled')
    expect(label.closest('tr')?.textContent).toContain(REASON)
  })
})
