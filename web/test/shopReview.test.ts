// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { averageOf } from '@/features/shop/evaluations'
import { keepArea, keptArea } from '@/features/shop/area'
import { openLines, rated } from '@/features/shop/review/calls'
import type { OrderLine } from '@/features/shop/order/calls'

const line = (number: number, more: Partial<OrderLine> = {}): OrderLine => ({
  line: number,
  goods_id: number,
  sku_id: number,
  name: `Goods ${number}`,
  image: '',
  sku_text: '',
  price: '1.00',
  quantity: 2,
  goods_amount: '2.00',
  coupon_share: '0.00',
  score_share: '0.00',
  freight_share: '0.00',
  pay_share: '2.00',
  refunded_amount: '0.00',
  shipped: 0,
  sku_code: '',
  refunded_num: 0,
  refunding_num: 0,
  evaluated: false,
  ...more,
})

describe('stars', () => {
  it('are averaged to one decimal, half up, and to nothing where there are none', () => {
    expect(averageOf([0, 0, 0, 0, 0])).toBeNull()
    expect(averageOf([0, 0, 0, 0, 3])).toBe('5.0')
    expect(averageOf([1, 0, 0, 0, 2])).toBe('3.7')
    expect(averageOf([0, 0, 0, 3, 1])).toBe('4.3')
  })
})

describe('what may be said of an order', () => {
  const lines = [line(1), line(2, { evaluated: true }), line(3, { refunded_num: 2 }), line(4)]
  it('is about lines that have arrived, are not all paid back and have been spoken of by nobody', () => {
    expect(openLines({ status: 4, lines }).map((one) => one.line)).toEqual([1, 4])
    expect(openLines({ status: 3, lines })).toEqual([])
    expect(openLines({ status: 5, lines })).toEqual([])
  })
  it('is sent of lines with stars alone', () => {
    const said = { star: 4, content: '  good ', images: ['/a.png'], anonymous: true }
    const sent = rated([line(1), line(4)], { 1: { ...said, star: 0 }, 4: said })
    expect(sent).toEqual([{ line: 4, star: 4, content: 'good', images: ['/a.png'], anonymous: true }])
  })
})

describe('the area of a visitor', () => {
  it('is kept, and what is none is not taken for one', () => {
    expect(keptArea()).toEqual([])
    keepArea([440000, 440300])
    expect(keptArea()).toEqual([440000, 440300])
    for (const bad of ['[]', '[1,2,3,4]', '["1"]', '{"a":1}', '[0]', 'x']) {
      localStorage.setItem('shopArea', bad)
      expect(keptArea()).toEqual([])
    }
    keepArea([])
    expect(localStorage.getItem('shopArea')).toBeNull()
  })
})
