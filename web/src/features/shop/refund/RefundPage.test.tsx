import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage, type Call } from '../../../../test/page'
import RefundPage from './RefundPage'

beforeAll(() => loadTexts('site', 'common', 'shop', 'shopOrder', 'shopRefund', 'shopState', 'upload'))

const ROW = {
  ...{ id: 3401, refund_no: 'R1', type: 1, audit_status: 1, status: 0, user_ship_status: 0, pay_status: 0 },
  ...{ refund_amount: '5.00', refuse_reason: '', end_reason: '', create_time: 1_700_000_000 },
  orderRelation: { order_no: 'S9' },
}
const list = (rows: object[]): void => {
  answerCalls(({ path }) =>
    path === '/api/shop.Order/changes' ? { changes: 1 } : { list: rows, total: rows.length },
  )
  renderPage(<RefundPage />, '/user/shop/refund')
}

describe("a member's refunds", () => {
  it.each([
    [{}, 'the shop is deciding'],
    [{ type: 2, audit_status: 2, status: 1 }, 'please send the goods back'],
    [{ audit_status: 2, status: 2, pay_status: 2 }, 'refunded'],
  ])('say how they stand as a buyer would: %j', async (row, words) => {
    list([{ ...ROW, ...row }])
    await screen.findByText(words)
    expect(screen.queryByText('To decide')).toBeNull()
  })
  it('go on page by page, however many there are', async () => {
    const calls = answerCalls(({ path, query }) =>
      path === '/api/shop.Order/changes'
        ? { changes: 1 }
        : { list: [{ ...ROW, refund_no: `on page ${query.get('page') ?? ''}` }], total: 250 },
    )
    renderPage(<RefundPage />, '/user/shop/refund?page=24')
    await screen.findByText('on page 24')
    fireEvent.click(screen.getByRole('link', { name: '25' }))
    await screen.findByText('on page 25')
    const limits = calls.filter(({ path }) => path === '/api/shop.Refund/index')
    expect(new Set(limits.map(({ query }) => query.get('limit')))).toEqual(new Set(['10']))
  })
  it('lead to the orders where there are none', async () => {
    list([])
    expect((await screen.findByRole('link', { name: 'My orders' })).getAttribute('href')).toBe(
      '/user/shop/orders',
    )
  })
})

describe('asking for a refund', () => {
  const LINE = {
    ...{ line: 1, goods_id: 1, sku_id: 1, name: 'Pen', image: '', sku_text: '', price: '5.00', quantity: 2 },
    ...{ product_id: 1, pay_share: '10.00', shipped: 0, refunding_num: 0, refunded_num: 0 },
  }
  const ORDER = {
    ...{ order_no: 'S9', status: 2, version: 1, refunds: [], allowed: ['refund'] },
    lines: [LINE, { ...LINE, line: 2, name: 'Ink' }],
  }
  const ask = async (answer: () => unknown): Promise<() => Call[]> => {
    const calls = answerCalls(({ path }) => {
      if (path === '/api/shop.Order/detail') return { row: ORDER, history: [], companies: [] }
      return path === '/api/shop.Refund/apply' ? answer() : { lines: [], amount: '5.00', score_back: 0 }
    })
    renderPage(<RefundPage />, '/user/shop/refund?order_no=S9')
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose Ink' }))
    fireEvent.click(screen.getByRole('combobox', { name: 'Reason' }))
    fireEvent.click(await screen.findByText('It is damaged'))
    fireEvent.click(screen.getByRole('button', { name: 'Submit the request' }))
    return () => calls.filter(({ path }) => path === '/api/shop.Refund/apply')
  }
  it('names the goods that a refusal is about', async () => {
    const fault = { field: 'lines[0].quantity', key: 'error.shop.refund_quantity', msg: 'Not so many left' }
    await ask(() => ({ code: 0, msg: 'lines[0].quantity: Not so many left', data: { errors: [fault] } }))
    await screen.findByText('Ink: Not so many left')
  })
  it('is the same request again where the answer was lost', async () => {
    const asked = await ask(() => {
      throw new Error('the network is gone')
    })
    await waitFor(() => expect(asked()).toHaveLength(1))
    await waitFor(() => {
      fireEvent.click(screen.getByRole('button', { name: 'Submit the request' }))
      expect(asked().length).toBeGreaterThan(1)
    })
    const ids = asked().map(({ body }) => (body as { command_id: string }).command_id)
    expect(new Set(ids).size).toBe(1)
  })
})
