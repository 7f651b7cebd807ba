import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { renderPage } from '../../../../test/page'
import type { Order } from './calls'
import { Status } from './Status'

beforeAll(() => loadTexts('shopOrder'))

const show = (status: number, ...parcels: number[]): void => {
  const order = { status, closing: false, parcels: parcels.map((one) => ({ status: one })) }
  renderPage(<Status order={order as unknown as Order} />, '/user/shop/orders')
}

describe('the state of an order', () => {
  it('says how many parcels have left while others wait; those given up do not count', () => {
    show(2, 2, 1, 3)
    expect(screen.getByText(/To ship/).textContent).toBe('To ship · Parcels shipped: 1 of 2')
  })
  it.each([
    [2, [1, 1], 'To ship'],
    [3, [2, 2], 'On its way'],
    [4, [], 'Received'],
  ])('is one word otherwise: %i', (status, parcels, words) => {
    show(status, ...parcels)
    expect(screen.getByText(words).textContent).toBe(words)
  })
})
