import { describe, expect, it } from 'vitest'
import {
  blank,
  draftTotals,
  emptyLine,
  lineErrors,
  placeErrors,
  lineBody,
  type DraftLine,
} from '@/features/orders/model'
import { asEntered } from '@/features/orders/units'

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
    expect(lineBody(line({ batch_number: ' ' }))).toMatchObject({
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

describe('a line in another unit', () => {
  const box = { unit_id: 7, name: 'box', decimals: 1, factor: '12' }
  const boxed = (changes: Partial<DraftLine> = {}): DraftLine =>
    line({ decimals: 0, unit: 'piece', base_unit_id: 1, units: [box], unit_id: 7, ...changes })
  it('is converted, and refused where it is no whole piece', () => {
    expect(lineErrors(boxed({ quantity: '0.5' }))).toEqual({})
    expect(draftTotals([boxed({ quantity: '10' }), line()]).quantity.toFixed()).toBe('122')
    expect(lineErrors(boxed({ quantity: '0.25' })).quantity).toMatchObject({
      key: 'orders.rule.quantityPlaces',
    })
    expect(lineErrors(boxed({ quantity: '0.5', units: [{ ...box, factor: '5' }] })).quantity).toEqual({
      key: 'orders.rule.exact',
      unit: 'piece',
    })
  })
  it('is sent as it was entered, and names its own unit where there are others', () => {
    expect(lineBody(boxed({ quantity: '10' }))).toMatchObject({ quantity: '10', unit_id: 7 })
    expect(lineBody(boxed({ quantity: '120', unit_id: null }))).toMatchObject({ quantity: '120', unit_id: 1 })
    expect(lineBody(line()).unit_id).toBeUndefined()
  })
  it('is opened as it was entered, unless the unit is another one since', () => {
    const saved = { quantity: '120', entered_unit_id: 7, entered_quantity: '10', factor: '12' }
    const open = (units: (typeof box)[]) => asEntered({ ...saved, product: { units } })
    expect(open([box])).toMatchObject({ quantity: '10', unit_id: 7 })
    expect(open([{ ...box, factor: '10' }])).toMatchObject({ quantity: '120', unit_id: null })
    expect(open([])).toMatchObject({ quantity: '120', unit_id: null })
  })
})
