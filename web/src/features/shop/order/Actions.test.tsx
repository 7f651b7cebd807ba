import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { member } from '@/shared/session/member'
import { answerCalls, renderPage } from '../../../../test/page'
import { Actions } from './Actions'
import type { Order } from './calls'

beforeAll(() => loadTexts('site', 'shop', 'shopOrder'))
beforeEach(() => {
  member.token = 'token'
})
afterEach(() => {
  member.token = ''
})

const line = (sku_id: number, name: string) => ({ sku_id, name, quantity: 1, price: '1.00' })
const ORDER = {
  order_no: 'S9',
  status: 5,
  allowed: [],
  lines: [line(1, 'Pen'), line(2, 'Ink')],
} as unknown as Order
const CART = { list: [], pieces: 0, amount: '0.00', line_max: 999, now: 0 }

/** Buys again where these SKUs are no longer offered. */
const again = (gone: readonly number[]): void => {
  answerCalls(({ body }) =>
    gone.includes((body as { sku_id: number }).sku_id)
      ? { code: 0, msg: 'No longer available', data: { field: 'sku_id', key: 'cart.gone' } }
      : CART,
  )
  renderPage(<Actions order={ORDER} changed={() => undefined} />, '/user/shop/orders')
  fireEvent.click(screen.getByRole('button', { name: 'Buy again' }))
}

describe('buying again', () => {
  it('names what could not be put into the cart, and leads to the rest', async () => {
    again([2])
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Ink: No longer available')
    expect(alert.textContent).not.toContain('Pen')
    expect(screen.getByRole('link', { name: /The rest is in the cart/ }).getAttribute('href')).toBe(
      '/shop/cart',
    )
  })
  it('puts each line there once, however often the button is pressed', async () => {
    const calls = answerCalls(() => CART)
    renderPage(<Actions order={ORDER} changed={() => undefined} />, '/user/shop/orders')
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Buy again' })
    fireEvent.click(button)
    expect(button.disabled).toBe(true)
    fireEvent.click(button)
    await waitFor(() => expect(button.disabled).toBe(false))
    expect(calls.map(({ body }) => body)).toEqual([
      { sku_id: 1, quantity: 1 },
      { sku_id: 2, quantity: 1 },
    ])
  })
  it('names all where nothing could be', async () => {
    again([1, 2])
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Pen: No longer available; Ink: No longer available')
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('an order that was paid in another tab', () => {
  it('is not cancelled, and is shown as it is now', async () => {
    answerCalls(() => ({
      code: 0,
      msg: 'Somebody else has changed the order meanwhile: please reload',
      data: { key: 'order.version_conflict', version: 3 },
    }))
    const changed = vi.fn()
    const order = { ...ORDER, status: 1, version: 2, allowed: ['cancel'] }
    renderPage(<Actions order={order} changed={changed} />, '/user/shop/order/S9')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The order has changed in the meantime: you see its latest state.',
    )
    await waitFor(() => expect(changed).toHaveBeenCalledOnce())
  })
})

describe('an order that was reviewed', () => {
  const show = (order: object): void =>
    renderPage(<Actions order={{ ...ORDER, ...order }} changed={() => undefined} />, '/user/shop/orders')
  it('leads to what was said', () => {
    const lines = [{ ...line(1, 'Pen'), evaluated: true }, line(2, 'Ink')] as unknown as Order['lines']
    show({ lines })
    expect(screen.getByRole('link', { name: 'My reviews' }).getAttribute('href')).toBe(
      '/user/shop/evaluate?order_no=S9',
    )
  })
  it('has one link while something is left to review', () => {
    const lines = [{ ...line(1, 'Pen'), evaluated: true }, line(2, 'Ink')] as unknown as Order['lines']
    show({ lines, allowed: ['evaluate'] })
    expect(screen.queryByRole('link', { name: 'My reviews' })).toBeNull()
    screen.getByRole('link', { name: 'Write a review' })
  })
})
