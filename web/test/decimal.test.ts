import { describe, expect, it } from 'vitest'
import { decimal, lineTotal, money, orderTotals, places, priceDigits, shown } from '@/shared/number/decimal'

describe('totals as the server computes them', () => {
  it('rounds half up, away from zero', () => {
    expect(lineTotal('7', '12.345')?.toFixed(2)).toBe('86.42')
    expect(lineTotal('1', '0.005')?.toFixed(2)).toBe('0.01')
    expect(lineTotal('-1', '0.005')?.toFixed(2)).toBe('-0.01')
  })
  it('has no error of floats', () => {
    expect(lineTotal('3', '0.1')?.toFixed()).toBe('0.3')
    expect(lineTotal('1.005', '1000')?.toFixed(2)).toBe('1005.00')
  })
  it('rounds each line before it sums', () => {
    const lines = Array.from({ length: 3 }, () => ({ quantity: '1', unit_price: '0.005' }))
    expect(orderTotals(lines).amount.toFixed(2)).toBe('0.03')
  })
  it('counts nothing for lines that are not finished', () => {
    const sum = orderTotals([
      { quantity: '', unit_price: '5' },
      { quantity: '2', unit_price: 'x' },
      { quantity: '2', unit_price: '5' },
    ])
    expect(sum.amount.toFixed(2)).toBe('10.00')
    expect(sum.quantity.toFixed()).toBe('4')
  })
})

describe('reading and showing numbers', () => {
  it.each(['', ' ', '1e5', 'NaN', '1,000', '--1', '1.', '.5', '0x10', '9'.repeat(16)])(
    'refuses %j',
    (text) => {
      expect(decimal(text)).toBeNull()
    },
  )
  it('shows a price with two places, and more if it needs them', () => {
    expect(['6.4', '0.1255', '7', ''].map((price) => shown(price, priceDigits(price)))).toEqual([
      '6.40',
      '0.1255',
      '7.00',
      '–',
    ])
  })
  it('counts places without trailing zeros', () => {
    expect(places(decimal('1.2500')!)).toBe(2)
    expect(places(decimal('10')!)).toBe(0)
  })
  it('groups thousands and keeps the fraction', () => {
    expect(shown('1234567.125')).toBe('1,234,567.125')
    expect(money('-1234.5')).toBe('−1,234.50')
    expect(shown(null)).toBe('–')
  })
})
