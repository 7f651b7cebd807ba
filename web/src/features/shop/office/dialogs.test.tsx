import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage, type Call } from '../../../../test/page'
// The steps ask for their dialogs when they open. A test does not wait until they are read, which takes a busy machine long.
import './AskRefundDialog'
import './AuditDialog'
import './CancelDialog'
import './CloseDialog'
import './DeliveryDialog'
import './EditDialog'
import './InspectedDialog'
import './ParcelDialog'
import './ReceiveDialog'
import './RejectDialog'
import type { OrderDetail, Parcel, Refund, RefundDetail, ShopLine, ShopOrder } from './model'
import { useOrderActions, type OrderAction } from './useOrderActions'
import { REFUND_ACTIONS, useRefundActions, type RefundAction } from './useRefundActions'

beforeAll(() => loadTexts('shopOffice', 'shopDesk', 'shopState', 'address', 'resource', 'upload'))

const LINE = {
  line: 1,
  product_id: 5,
  name: 'Pen',
  image: '',
  sku_text: 'Blue',
  sku_code: 'PEN-B',
  quantity: 3,
  pay_share: '30.00',
  freight_share: '6.00',
  shipped: 0,
  refunding_num: 0,
  refunded_num: 0,
  refunded_amount: '0.00',
} as ShopLine
const PARCEL = {
  no: 1,
  warehouses_id: 2,
  status: 1,
  company_id: 0,
  courier_number: '',
  lines: [{ line: 1, quantity: 3 }],
  doubt: false,
} as Parcel
const REFUND = {
  no: 1,
  refund_no: 'R1',
  type: 1,
  lines: [{ line: 1, quantity: 1, worth: '10.00', amount: '10.00', freight: '2.00', score: 0 }],
  reason: 'Not wanted',
  audit_status: 1,
  status: 0,
  user_ship_status: 0,
  pay_status: 0,
  asked_amount: '12.00',
  description: '',
  images: [] as string[],
  refund_amount: '12.00',
} as Refund
const ORDER = {
  id: 9,
  order_no: 'S9',
  version: 4,
  status: 2,
  lines: [LINE],
  parcels: [PARCEL],
  refunds: [] as Refund[],
  paid_amount: '36.00',
  pay_amount: '36.00',
  refund_amount: '0.00',
  refund_open: '0.00',
  pay_time: 1,
  allowed: ['delivery', 'cancel', 'refund', 'parcel', 'edit', 'close'],
} as unknown as ShopOrder

const detail = (row: ShopOrder): OrderDetail =>
  ({
    row,
    history: [{ time: 1, by: 'member', action: 'applyCancel', to: 7, reason: 'Too late' }],
    payments: [],
    companies: [],
  }) as unknown as OrderDetail

function OrderStep({ action }: { action: OrderAction }) {
  const actions = useOrderActions(() => undefined)
  return (
    <>
      <button type="button" onClick={() => actions.run(action, ORDER)}>
        begin
      </button>
      {actions.dialogs}
    </>
  )
}
function RefundStep({ action }: { action: RefundAction }) {
  const actions = useRefundActions(() => undefined)
  return (
    <>
      <button type="button" onClick={() => actions.run(action, { id: 901 } as never)}>
        begin
      </button>
      {actions.dialogs}
    </>
  )
}

function begin(step: 'order' | 'refund', action: string, seen: unknown) {
  const calls = answerCalls((call: Call) => {
    if (call.path.endsWith('/detail')) return seen
    if (call.path.startsWith('/admin/shop.delivery.Company')) return { list: [{ id: 7, name: 'Express' }] }
    if (call.path.startsWith('/admin/shop.delivery.Address'))
      return { list: [{ id: 3, name: 'Returns', is_default: 1 }] }
    if (call.path.endsWith('Refund/quote')) return { lines: [], amount: '22.00', score_back: 0 }
    return call.method === 'GET' ? { list: [], total: 0 } : {}
  })
  renderPage(
    step === 'order' ? (
      <OrderStep action={action as OrderAction} />
    ) : (
      <RefundStep action={action as RefundAction} />
    ),
  )
  fireEvent.click(screen.getByRole('button', { name: 'begin' }))
  // What a quote asks changes nothing.
  return {
    posts: () => calls.filter(({ method, path }) => method === 'POST' && !path.endsWith('/quote')),
    calls,
  }
}
const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }))
}
const write = async (name: string, value: string): Promise<void> => {
  fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } })
}
/** What the dialog says is wrong; messages over the page are alerts, too. */
const faults = (): string[] =>
  within(screen.getByRole('dialog'))
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent ?? '')

describe('a parcel is shipped', () => {
  const choose = async (): Promise<void> => {
    const company = await screen.findByRole('combobox', { name: 'Delivery company' })
    fireEvent.click(company)
    fireEvent.click(await screen.findByText('Express'))
  }
  it('with a company and a number, whole', async () => {
    const { posts } = begin('order', 'delivery', detail(ORDER))
    await screen.findByText('Pen')
    press('Ship')
    expect(faults()).toEqual(['Choose a delivery company', 'Enter the tracking number'])
    await choose()
    await write('Tracking number', ' YT1 ')
    press('Ship')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: '/admin/shop.order.Order/delivery',
      body: { id: 9, version: 4, parcel: 1, company_id: 7, courier_number: 'YT1' },
    })
    expect(posts()[0]?.body).not.toHaveProperty('lines')
  })
  it('in part, not more than waits', async () => {
    const { posts } = begin('order', 'delivery', detail(ORDER))
    await screen.findByText('Pen')
    fireEvent.click(screen.getByRole('radio', { name: /Only a part/ }))
    await choose()
    await write('Tracking number', 'YT1')
    await write('Quantity Pen', '4')
    press('Ship')
    expect(faults()).toEqual(['Enter a whole number, at most what is waiting'])
    expect(posts()).toHaveLength(0)
    await write('Quantity Pen', '2')
    press('Ship')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]?.body).toMatchObject({ lines: [{ line: 1, quantity: 2 }] })
  })
  it('not while a refund of its goods is asked', async () => {
    begin('order', 'delivery', detail({ ...ORDER, refunds: [REFUND] }))
    await screen.findByText(/A refund has been requested for these goods/)
    expect(screen.getByRole('button', { name: 'Ship' })).toHaveProperty('disabled', true)
  })
  it('all the same with a reason', async () => {
    const { posts } = begin('order', 'delivery', detail({ ...ORDER, refunds: [REFUND] }))
    await screen.findByText(/A refund has been requested for these goods/)
    await choose()
    await write('Tracking number', 'YT1')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Ship anyway' }))
    press('Ship')
    expect(faults()).toContain('Enter a reason')
    expect(posts()).toHaveLength(0)
    await write('Reason', 'Agreed by phone')
    press('Ship')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]?.body).toMatchObject({ force: true, reason: 'Agreed by phone' })
  })
})

describe('a cancellation', () => {
  it('shows why it is asked, and is refused with a reason only', async () => {
    const { posts } = begin('order', 'cancel', detail({ ...ORDER, status: 7 }))
    await screen.findByText('Too late')
    fireEvent.click(screen.getByRole('radio', { name: 'Refuse' }))
    press('Confirm')
    expect(faults()).toEqual(['Enter a reason'])
    await write('Reason', 'It has left')
    press('Confirm')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: '/admin/shop.order.Order/cancel',
      body: { id: 9, version: 4, agree: false, reason: 'It has left' },
    })
  })
})

describe('an order is closed', () => {
  it('with a choice where its goods stay, if some were shipped', async () => {
    const shipped = { ...ORDER, parcels: [{ ...PARCEL, status: 2 }] }
    const { posts } = begin('order', 'close', detail(shipped))
    await screen.findByText(/¥36\.00 is refunded/)
    fireEvent.click(screen.getByRole('radio', { name: /Not returned/ }))
    await write('Reason', 'Lost')
    press('Close order')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]?.body).toMatchObject({ id: 9, reason: 'Lost', goods: 'write_off' })
    expect(posts()[0]?.body).not.toHaveProperty('return_address_id')
  })
  it('with the address that its goods come back to', async () => {
    const { posts } = begin('order', 'close', detail({ ...ORDER, parcels: [{ ...PARCEL, status: 2 }] }))
    await screen.findByText('Returns')
    await write('Reason', 'Recalled')
    press('Close order')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]?.body).toMatchObject({ reason: 'Recalled', goods: 'back', return_address_id: 3 })
  })
})

describe('a refund is decided', () => {
  const asked = (more: Partial<Refund> = {}): RefundDetail =>
    ({
      row: { id: 901, order_id: 9, allowed: REFUND_ACTIONS, ...REFUND, ...more },
      order: { ...ORDER, refunds: [{ ...REFUND, ...more }] },
    }) as unknown as RefundDetail
  it('at what was asked', async () => {
    const { posts } = begin('refund', 'audit', asked())
    await screen.findByText('Pen')
    press('Submit')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: '/admin/shop.order.Refund/audit',
      body: {
        id: 901,
        version: 4,
        agree: true,
        lines: [{ line: 1, quantity: 1, amount: '10.00' }],
        freight: '2.00',
      },
    })
  })
  it('by what the member has written and shown', async () => {
    begin('refund', 'audit', asked({ description: 'The box was open', images: ['/storage/a.png'] }))
    await screen.findByText('The box was open')
    expect(document.querySelector('img[src*="/storage/a.png"]')).toBeTruthy()
  })
  it('at less with a reason, and never above the cap', async () => {
    const { posts } = begin('refund', 'audit', asked())
    await write('Refund Pen', '30.01')
    expect(faults()).toEqual(['Enter an amount from 0 to ¥30.00 with at most two decimals'])
    expect(document.querySelector('[data-total]')?.textContent).toBe('–')
    press('Submit')
    await write('Refund Pen', '9.50')
    expect(document.querySelector('[data-total]')?.textContent).toBe('¥11.50')
    press('Submit')
    expect(faults()).toEqual(['It is less than was requested: enter the reason'])
    expect(posts()).toHaveLength(0)
    await write('Note', 'A scratch')
    press('Submit')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]?.body).toMatchObject({ lines: [{ amount: '9.50' }], reason: 'A scratch' })
  })
  it('with the address that goods come back to', async () => {
    const { posts } = begin('refund', 'audit', asked({ type: 2 }))
    await screen.findByText('Returns')
    press('Submit')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]?.body).toMatchObject({ return_address_id: 3 })
  })
  it('with the coupon of the order, if one was used and staff wants it', async () => {
    const seen = asked()
    const used = { ...seen, order: { ...seen.order, user_coupon_id: 5 } }
    const { posts } = begin('refund', 'audit', used)
    fireEvent.click(
      await screen.findByRole('checkbox', { name: 'Return the coupon to the member with the money' }),
    )
    press('Submit')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]?.body).toMatchObject({ agree: true, coupon_back: true })
  })
  it('is refused with a reason only', async () => {
    const { posts } = begin('refund', 'audit', asked())
    await screen.findByText('Pen')
    fireEvent.click(screen.getByRole('radio', { name: 'Refuse' }))
    press('Submit')
    expect(faults()).toEqual(['Enter a reason'])
    expect(posts()).toHaveLength(0)
  })
})

describe('a return is received', () => {
  it('counted, and less is paid for less', async () => {
    const row = { ...REFUND, type: 2, audit_status: 2, status: 1, user_ship_status: 1 }
    const three = { ...row, lines: [{ ...REFUND.lines[0]!, quantity: 3 }] }
    const { posts } = begin('refund', 'receive', {
      row: { id: 901, order_id: 9, allowed: REFUND_ACTIONS, ...three },
      order: { ...ORDER, refunds: [three] },
    })
    await write('Counted Pen', '2')
    expect(document.querySelector('[data-total]')?.textContent).toBe('¥7.99')
    press('Received')
    expect(faults()).toContain('Enter why fewer arrived')
    expect(posts()).toHaveLength(0)
    await write('Why fewer arrived Pen', 'One was not in the parcel')
    press('Received')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: '/admin/shop.order.Refund/receive',
      body: {
        id: 901,
        version: 4,
        lines: [{ line: 1, quantity: 2, reason: 'One was not in the parcel' }],
      },
    })
  })
})

describe('the number of a parcel that has left', () => {
  const left = (days: number) =>
    detail({
      ...ORDER,
      status: 3,
      parcels: [
        {
          ...PARCEL,
          status: 2,
          courier_number: 'YT1',
          company_id: 7,
          shipment_time: Date.now() / 1000 - days * 86_400,
        },
      ],
    } as ShopOrder)
  it('is mended for a week', async () => {
    const { posts } = begin('order', 'parcel', left(2))
    await screen.findByRole('textbox', { name: 'Tracking number' })
    press('Save')
    expect(faults()).toEqual(['Nothing has been changed'])
    await write('Tracking number', ' YT2 ')
    press('Save')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: '/admin/shop.order.Order/parcel',
      body: { id: 9, version: 4, parcel: 1, courier_number: 'YT2' },
    })
  })
  it('stays after a week', async () => {
    begin('order', 'parcel', left(8))
    await screen.findByText('No parcel was shipped within the last 7 days.')
  })
})

describe('staff asks for a refund', () => {
  it('of pieces, whose worth the node tells', async () => {
    const { posts, calls } = begin('order', 'refund', detail(ORDER))
    const box = await screen.findByRole('textbox', { name: 'Quantity Pen Blue' })
    press('Submit the request')
    expect(faults()).toEqual(['Enter at least one piece or amount', 'Enter a reason'])
    fireEvent.change(box, { target: { value: '4' } })
    expect(faults()).toContain('Enter a whole number from 0 to 3')
    fireEvent.change(box, { target: { value: '2' } })
    await waitFor(() => expect(document.querySelector('[data-total]')?.textContent).toBe('¥22.00'))
    expect(calls.find(({ path }) => path.endsWith('/quote'))?.body).toEqual({
      order_id: 9,
      lines: [{ line: 1, quantity: 2 }],
    })
    await write('Reason', 'Asked by phone')
    press('Submit the request')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: '/admin/shop.order.Refund/add',
      body: { order_id: 9, type: 1, lines: [{ line: 1, quantity: 2 }], reason: 'Asked by phone' },
    })
  })
  it('as goodwill, never more than is kept', async () => {
    const { posts } = begin('order', 'refund', detail(ORDER))
    fireEvent.click(await screen.findByRole('radio', { name: 'Goodwill' }))
    await write('Refund Pen Blue', '36.01')
    expect(faults()).toEqual(['Only ¥36.00 of the order can still be refunded'])
    await write('Refund Pen Blue', '5')
    await write('Reason', 'Late')
    press('Submit the request')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]?.body).toMatchObject({ type: 1, lines: [{ line: 1, quantity: 0, amount: '5.00' }] })
  })
})

describe('a refund', () => {
  const seen = (more: object = {}) => ({
    row: { id: 901, order_id: 9, allowed: REFUND_ACTIONS, ...REFUND },
    order: { ...ORDER, refunds: [REFUND] },
    ...more,
  })
  it('warns where what is kept misses the minimum of the coupon', async () => {
    const coupon = { name: 'Ten off', min_amount: '99.00', kept: '20.00' }
    begin('refund', 'audit', seen({ coupon }))
    await screen.findByText(/“Ten off” needs at least ¥99\.00.*comes to ¥20\.00/)
  })
  it('is paid after the inspection, less with a reason', async () => {
    const { posts } = begin('refund', 'inspected', seen())
    await write('Refund Pen', '10.01')
    expect(faults()).toEqual(['Enter an amount from 0 to ¥10.00 with at most two decimals'])
    press('Refund')
    await write('Refund Pen', '6')
    expect(document.querySelector('[data-total]')?.textContent).toBe('¥8.00')
    press('Refund')
    expect(faults()).toEqual(['It is less than was agreed: enter the reason'])
    expect(posts()).toHaveLength(0)
    await write('Note', 'A scratch')
    press('Refund')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: '/admin/shop.order.Refund/waive',
      body: {
        id: 901,
        version: 4,
        lines: [{ line: 1, quantity: 1, amount: '6.00' }],
        reason: 'A scratch',
      },
    })
  })
  it('is rejected with a reason', async () => {
    const { posts } = begin('refund', 'reject', seen())
    await screen.findByRole('group', { name: 'Pictures' })
    press('Reject goods')
    expect(faults()).toEqual(['Enter a reason'])
    await write('Reason', 'Worn')
    press('Reject goods')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: '/admin/shop.order.Refund/reject',
      body: { id: 901, version: 4, reason: 'Worn', images: [] },
    })
  })
  it('is paid again', async () => {
    const { posts } = begin('refund', 'retry', seen())
    await screen.findByText(/The payment provider is asked again for .*12\.00/)
    press('Retry refund')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({
      path: '/admin/shop.order.Refund/retry',
      body: { id: 901, version: 4 },
    })
  })
})
