import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { DRAFT_HEAD, orderLine } from '../../../test/orderRows'
import { answerCalls, renderPage } from '../../../test/page'
import { KINDS, partnerName, withOf } from './kinds'
import type { Order } from './model'
import { OrderEditor } from './OrderEditor'

beforeAll(() => loadTexts('orders', 'orderForm', 'resource', 'scan'))

const ORDER = { ...DRAFT_HEAD, inbound_order_no: 'RK9', warehouses_id: 2, lines: [orderLine()] }

const open = async (row: object) => {
  const calls = answerCalls((call) =>
    call.method === 'GET' ? { list: [], total: 0 } : { id: 9, status: 0, version: 5, allowed: [] },
  )
  renderPage(<OrderEditor direction="inbound" title="Order" row={{ ...ORDER, ...row } as unknown as Order} />)
  fireEvent.click(await screen.findByTestId('save-order'))
  return () => calls.find(({ method }) => method === 'POST')?.body as Record<string, unknown> | undefined
}

describe('the partner of an order', () => {
  it('follows from its type', () => {
    const { inbound, outbound } = KINDS
    expect(withOf(inbound, 10)?.name).toBe('supplier')
    expect(withOf(inbound, 30)?.name).toBe('customer')
    expect(withOf(outbound, 20)?.field).toBe('supplier_id')
    expect(partnerName(inbound, { type: 30, supplier: null, customer: { name: 'Shop' } })).toBe('Shop')
  })

  it('of a return is a customer', async () => {
    const sent = await open({ type: 30, supplier_id: null, customer_id: 4, customer: { name: 'Shop' } })
    await waitFor(() => expect(sent()).toMatchObject({ type: 30, customer_id: 4 }))
    expect(sent()).not.toHaveProperty('supplier_id')
  })

  it('may be missing for own production, not for a purchase', async () => {
    const sent = await open({ type: 20, supplier_id: null })
    await waitFor(() => expect(sent()).toMatchObject({ type: 20, supplier_id: null }))
  })

  it('is asked for', async () => {
    const sent = await open({ type: 10, supplier_id: null })
    await screen.findByText('Please choose: Supplier')
    expect(sent()).toBeUndefined()
  })
})
