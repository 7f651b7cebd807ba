import { expect, it } from 'vitest'
import type { OrderLine } from './model'
import type { Receipt } from './receipt'
import { undated } from './undated'

const line = (name: string, shelf_life_days: number, more: object = {}) =>
  ({ line: 1, product_id: 5, product: { name, shelf_life_days }, ...more }) as unknown as OrderLine
const part = (of: OrderLine, more: Partial<Receipt> = {}) =>
  ({ line: of, quantity: '2', produce: null, expiry: null, ...more }) as Receipt

it('finds what has a shelf life and comes without any date', () => {
  const milk = line('Milk', 30)
  expect(undated([part(milk), part(milk), part(line('Pen', 0))])).toEqual(['Milk'])
  expect(undated([part(milk, { quantity: '' }), part(milk, { quantity: '0' })])).toEqual([])
})

it('takes either date, of the part or of its line', () => {
  const milk = line('Milk', 30)
  const day = '2026-11-01'
  const dated = line('Milk', 30, { expiry_date: day })
  expect(undated([part(milk, { produce: day }), part(milk, { expiry: day }), part(dated)])).toEqual([])
})
