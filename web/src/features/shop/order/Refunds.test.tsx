import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../../test/page'
import type { Order } from './calls'
import OrderPage from './OrderPage'
import OrdersPage from './OrdersPage'
import { Refunds } from './Refunds'
import { refundState } from './refundState'

beforeAll(() => loadTexts('site', 'shop', 'shopOrder', 'member', 'common'))

type Refund = Order['refunds'][number]
const refund = (more: Partial<Refund>): Refund =>
  ({
    no: 1,
    type: 2,
    status: 1,
    audit_status: 2,
    user_ship_status: 0,
    pay_status: 0,
    end_reason: '',
    refuse_reason: '',
    refund_amount: '12.50',
    ...more,
  }) as Refund

const ROW = {
  id: 34,
  order_no: 'S9',
  status: 3,
  lines: [],
  parcels: [],
  allowed: [],
  refunds: [refund({ no: 2 })],
  pay_amount: '90.00',
  refund_amount: '0.00',
  create_time: 1_700_000_000,
}
const HERE = '/user/shop/refund?id=3402'

describe('the refunds of an order', () => {
  it('say what they wait for', () => {
    const state = (more: Partial<Refund>): string => refundState(refund(more))
    expect(state({ audit_status: 1, status: 0 })).toBe('asked')
    expect(state({})).toBe('send')
    expect(state({ user_ship_status: 1 })).toBe('sent')
    expect(state({ user_ship_status: 2, pay_status: 1 })).toBe('paying')
    expect(state({ type: 1, pay_status: 3 })).toBe('stuck')
    expect(state({ status: 2 })).toBe('done')
    expect(state({ status: 3, audit_status: 3 })).toBe('refused')
    expect(state({ status: 3, audit_status: 3, end_reason: 'member' })).toBe('withdrawn')
    expect(state({ status: 3, end_reason: 'overdue' })).toBe('ended')
  })
  it('lead from the list to their pages', async () => {
    answerCalls(() => ({ list: [ROW], total: 1, counts: {} }))
    renderPage(<OrdersPage />, '/user/shop/orders')
    const link = await screen.findByRole('link', { name: /please send the goods back/ })
    expect(link.getAttribute('href')).toBe(HERE)
  })
  it('lead from the order to their pages', async () => {
    answerCalls(() => ({ row: { ...ROW, status: 6 }, history: [], payments: [], companies: [] }))
    renderPage(<OrderPage />, '/user/shop/order/S9')
    expect((await screen.findByRole('link', { name: /Refund ¥12.50/ })).getAttribute('href')).toBe(HERE)
  })
  it('are not mentioned where there are none', () => {
    renderPage(<Refunds order={{ ...ROW, refunds: [] } as unknown as Order} />, '/')
    expect(screen.queryByRole('list')).toBeNull()
  })
})
