import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../../test/page'
import CentrePage from './CentrePage'

beforeAll(() => loadTexts('site', 'shop', 'shopMoney'))

const terms = {
  type: 1,
  amount: '5.00',
  min_amount: '0.00',
  max_amount: '0.00',
  scope: 0,
  exclude_goods_ids: [],
}
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
  it('keeps what it shows where more can not be read, and says why', async () => {
    let asked = 0
    answerCalls(({ path, query }) => {
      if (path !== '/api/shop.Coupon/index') return { list: [], pieces: 0 }
      if (query.get('page') === '1' && asked++ === 0) return { list: [coupon(1)], total: 50 }
      return { code: 0, msg: 'The server is busy', data: {} }
    })
    renderPage(<CentrePage />, '/shop/coupons')
    fireEvent.click(await screen.findByRole('button', { name: 'More coupons' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The server is busy')
    expect(screen.getByText('C1')).toBeTruthy()
  })
  it('names what a coupon leaves out, and leads to the goods that it is for', async () => {
    const left = { exclude_goods_ids: [7, 8], exclude_names: ['Gold pen'], exclude_more: 1 }
    answerCalls(({ path }) =>
      path === '/api/shop.Coupon/index'
        ? { list: [{ ...coupon(1), terms: { ...terms, ...left } }, coupon(2)], total: 2 }
        : { list: [], pieces: 0 },
    )
    renderPage(<CentrePage />, '/shop/coupons')
    await screen.findByText(/All goods · Not for Gold pen and 1 more/)
    const links = screen.getAllByRole('link', { name: 'See the goods' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/shop/list?coupon_id=1'])
  })
})
