import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../../test/page'
import CentrePage from './CentrePage'

beforeAll(() => loadTexts('site', 'shop', 'shopMoney'))

const terms = { type: 1, amount: '5.00', min_amount: '0.00', max_amount: '0.00', scope: 0 }
const coupon = (id: number) => ({
  id,
  name: `C${id}`,
  terms,
  why_not: '',
  claimed: 0,
  valid_days: 3,
  left: null,
})

describe('the coupon centre', () => {
  it('shows what is beyond the first page when it is asked for', async () => {
    answerCalls(({ path, query }) => {
      if (path !== '/api/shop.Coupon/index') return { list: [], pieces: 0 }
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
      const ids = Array.from({ length: 50 }, (_, at) => at + 1).slice((page - 1) * limit, page * limit)
      return { list: ids.map(coupon), total: 50 }
    })
    renderPage(<CentrePage />, '/shop/coupons')
    await screen.findByText('C40')
    expect(screen.queryByText('C41')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'More coupons' }))
    await screen.findByText('C50')
    expect(screen.getByText('C1')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'More coupons' })).toBeNull()
  })
})
