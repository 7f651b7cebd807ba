import { describe, expect, it } from 'vitest'
import { partsOf } from '@/features/shop/office/Due'
import {
  amountOf,
  capsOf,
  kept,
  piecesOf,
  receivedAmount,
  type Refund,
  type ShopLine,
} from '@/features/shop/office/model'
import { trackingUrl } from '@/features/shop/office/OrderParcels'
import { freeOf, GOODS_TOO, MONEY_ONLY, mostOf, returnable } from '@/features/shop/refund/lines'

const LINE = {
  line: 1,
  product_id: 5,
  quantity: 3,
  pay_share: '30.00',
  freight_share: '6.00',
  shipped: 2,
  refunding_num: 0,
  refunded_num: 0,
} as ShopLine

const share = (quantity: number, amount: string, freight = '0.00', line = 1): Refund['lines'][number] => ({
  line,
  quantity,
  worth: amount,
  amount,
  freight,
  score: 0,
})
const refund = (no: number, lines: Refund['lines'], more: Partial<Refund> = {}): Refund =>
  ({ no, lines, status: 0, type: MONEY_ONLY, ...more }) as Refund

const ORDER = {
  lines: [LINE],
  refunds: [] as Refund[],
  paid_amount: '36.00',
  refund_amount: '0.00',
  refund_open: '0.00',
}

describe('what may be paid back', () => {
  it('is all of a line where nothing else is asked', () => {
    const asked = refund(1, [share(1, '10.00')])
    const caps = capsOf({ ...ORDER, refunds: [asked] }, asked)
    expect([caps.lines.get(1)?.toFixed(2), caps.freight.toFixed(2), caps.order.toFixed(2)]).toEqual([
      '30.00',
      '6.00',
      '36.00',
    ])
  })
  it('is less by other requests, but not by those that ended without money', () => {
    const asked = refund(3, [share(1, '10.00')])
    const refunds = [
      refund(1, [share(1, '10.00', '2.00')], { status: 2 }),
      refund(2, [share(1, '10.00')], { status: 3 }),
      asked,
    ]
    const caps = capsOf({ ...ORDER, refunds, refund_amount: '12.00' }, asked)
    expect([caps.lines.get(1)?.toFixed(2), caps.freight.toFixed(2), caps.order.toFixed(2)]).toEqual([
      '20.00',
      '4.00',
      '24.00',
    ])
  })
  it('is never below zero', () => {
    const asked = refund(2, [share(0, '1.00')])
    const refunds = [refund(1, [share(3, '31.00')]), asked]
    expect(
      capsOf({ ...ORDER, refunds }, asked)
        .lines.get(1)
        ?.toFixed(2),
    ).toBe('0.00')
  })
})

describe('what is paid of a return', () => {
  it('is the part that came, cents cut', () => {
    const shares = [share(3, '10.00', '1.00')]
    expect(receivedAmount(shares, new Map([[1, 2]])).toFixed(2)).toBe('7.32')
    expect(receivedAmount(shares, new Map([[1, 3]])).toFixed(2)).toBe('11.00')
    expect(receivedAmount(shares, new Map([[1, 0]])).toFixed(2)).toBe('0.00')
  })
})

describe('pieces that may be asked for', () => {
  it('are those in no other request', () => {
    expect(freeOf({ quantity: 3, refunding_num: 1, refunded_num: 1 })).toBe(1)
    expect(mostOf(ORDER, LINE, MONEY_ONLY)).toBe(3)
  })
  it('are those that had been sent, to be sent back', () => {
    expect(mostOf(ORDER, LINE, GOODS_TOO)).toBe(2)
    const refunds = [refund(1, [share(2, '20.00')], { type: GOODS_TOO })]
    expect(mostOf({ refunds }, { ...LINE, refunding_num: 2 }, GOODS_TOO)).toBe(0)
    expect(returnable(ORDER)).toBe(true)
    expect(returnable({ refunds: [], lines: [{ ...LINE, shipped: 0 }] })).toBe(false)
  })
})

describe('figures as one writes them', () => {
  it('have two decimals at most and are not below zero', () => {
    expect(amountOf('1.20')?.toFixed(2)).toBe('1.20')
    expect([amountOf('1.234'), amountOf('-1'), amountOf('x'), amountOf('')]).toEqual([null, null, null, null])
  })
  it('are whole for pieces', () => {
    expect([piecesOf('2'), piecesOf('2.5'), piecesOf(''), piecesOf('-1')]).toEqual([2, null, null, null])
  })
  it('leave what is kept', () => {
    expect(kept({ paid_amount: '36.00', refund_amount: '10.00', refund_open: '6.00' }).toFixed(2)).toBe(
      '20.00',
    )
  })
})

describe('beside an order', () => {
  it('a parcel is followed where its company says', () => {
    expect(trackingUrl('https://a.example/?n={no}', 'A 1')).toBe('https://a.example/?n=A%201')
    expect(trackingUrl('javascript:alert(1)', 'A1')).toBeNull()
    expect(trackingUrl('', 'A1')).toBeNull()
  })
  it('the time left has two parts', () => {
    const parts = partsOf(90_061)
    expect(parts).toEqual([
      { unit: 'days', count: 1 },
      { unit: 'hours', count: 1 },
    ])
    expect(partsOf(59)).toEqual([{ unit: 'seconds', count: 59 }])
    expect(partsOf(0)).toEqual([])
  })
})
