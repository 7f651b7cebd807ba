import { describe, expect, it } from 'vitest'
import { blank, emptyLine, lineErrors, placeErrors, wire, type DraftLine } from '@/features/orders/model'

const line = (changes: Partial<DraftLine> = {}): DraftLine => ({
  ...emptyLine(),
  product_id: 1,
  quantity: '2',
  unit_price: '1.5',
  ...changes,
})

describe('a line of an order', () => {
  it('is fine', () => expect(lineErrors(line())).toEqual({}))
  it.each(['', '0', '-1', 'abc', '1e3'])('refuses the quantity %j', (quantity) => {
    expect(lineErrors(line({ quantity }))).toHaveProperty('quantity')
  })
  it('knows the decimals of the unit', () => {
    expect(lineErrors(line({ quantity: '1.5', decimals: 0 })).quantity).toEqual({
      key: 'orders.rule.quantityPlaces',
      count: 0,
    })
    expect(lineErrors(line({ quantity: '1.500', decimals: 1 }))).toEqual({})
  })
  it('wants a price, if only 0', () => {
    expect(lineErrors(line({ unit_price: '' }))).toHaveProperty('unit_price')
    expect(lineErrors(line({ unit_price: '0' }))).toEqual({})
  })
  it('refuses a negative price and an expiry before production', () => {
    const errors = lineErrors(
      line({ unit_price: '-1', produce_date: '2026-02-01', expiry_date: '2026-01-01' }),
    )
    expect(Object.keys(errors).sort()).toEqual(['expiry_date', 'unit_price'])
  })
  it('sends empty texts as null', () => {
    expect(wire(line({ batch_number: ' ' }))).toMatchObject({
      unit_price: '1.5',
      batch_number: null,
    })
  })
  it('is blank when nothing was entered', () => {
    expect(blank(emptyLine())).toBe(true)
    expect(blank(line())).toBe(false)
  })
  it('gets the complaints of the server at its own cell, whatever was left out before it', () => {
    const sent = [line(), line()]
    const { lines, head } = placeErrors(
      [
        { field: 'lines[1].quantity', msg: 'too much' },
        { field: 'supplier_id', msg: 'gone' },
        { field: 'lines[9].quantity', msg: 'nowhere' },
      ],
      sent,
    )
    expect(lines.get(sent[1]!.key)).toEqual({ quantity: 'too much' })
    expect(lines.has(sent[0]!.key)).toBe(false)
    expect(head).toEqual({ supplier_id: 'gone', 'lines[9].quantity': 'nowhere' })
  })
})
