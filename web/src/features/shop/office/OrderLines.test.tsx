import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage, type Call } from '../../../../test/page'
import type { ShopOrder } from './model'
import { OrderLines } from './OrderLines'

beforeAll(() => loadTexts('shopOffice', 'shopState', 'resource'))

const line = (number: number) => ({
  line: number,
  name: `Goods ${number}`,
  image: '',
  sku_text: '',
  sku_code: `C${number}`,
  price: '5.00',
  quantity: 2,
  goods_amount: '10.00',
  coupon_share: '0.00',
  score_share: '0.00',
  freight_share: '0.00',
  pay_share: '10.00',
  shipped: 2,
  product_id: number,
  refunded_num: 0,
  refunded_amount: '0.00',
  refunding_num: 0,
})

const show = (permissions: Record<string, string[]>): Call[] => {
  session.permissions = permissions as never
  const calls = answerCalls(() => ({ list: [{ line: 1, cost: '6.25' }] }))
  const order = { id: 8, version: 3, lines: [line(1), line(2)] } as unknown as ShopOrder
  renderPage(<OrderLines order={order} />)
  return calls
}

describe('the lines of an order', () => {
  it('tell those who see costs what the goods had cost that have left', async () => {
    const calls = show({ 'warehouse/inventory': ['warehouse/inventory/cost'] })
    await screen.findByRole('columnheader', { name: 'Cost' })
    expect(within(screen.getByRole('row', { name: /Goods 1/ })).getByText('6.25')).toBeTruthy()
    expect(screen.getByRole('row', { name: /Goods 2/ }).textContent).not.toContain('6.25')
    expect(calls[0]?.path).toContain('shop.order.Order/costs')
  })
  it('tell others nothing of it, and do not ask', async () => {
    const calls = show({})
    await screen.findByText('Goods 1')
    expect(screen.queryByRole('columnheader', { name: 'Cost' })).toBeNull()
    expect(calls).toHaveLength(0)
  })
})
