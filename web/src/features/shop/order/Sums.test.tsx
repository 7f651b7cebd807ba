import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { renderPage } from '../../../../test/page'
import { Sums } from './Sums'

beforeAll(() => loadTexts('site', 'shop', 'shopOrder'))

const SUMS = {
  goods_amount: '30.00',
  coupon_amount: '0.00',
  score_amount: '0.00',
  score_used: 0,
  freight: '8.00',
  freight_off: '0.00',
  pay_amount: '38.00',
}

describe('the sum of an order', () => {
  it.each([
    [{}, 'To pay'],
    [{ paid: true }, 'Paid'],
    [{ unpaid: true }, 'Amount'],
  ])('is called as it stands: %j', (state, words) => {
    renderPage(<Sums of={SUMS} {...state} />, '/')
    expect(screen.getByText(words)).toBeTruthy()
  })
})
