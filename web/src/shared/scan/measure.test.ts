import { describe, expect, it } from 'vitest'
import { countedIn } from '@/shared/units/units'
import { readCode, type Scan } from './gs1'
import { understood } from './measure'

const code = (elements: string): Scan => readCode(`(01)99506000134355${elements}`, 2026)!
const KILOS = code('(3103)001250')
const LITRES = code('(3152)000075')
const unit = (unit_id: number, name: string, decimals: number, factor: string) => ({
  unit_id,
  name,
  decimals,
  factor,
})
const product = (name: string, decimals: number, units: ReturnType<typeof unit>[] = []) =>
  countedIn({ unit: { name, decimals }, units })
/** The quantity in the own unit and the other unit that it is in, or why there is none. */
const taken = (...asked: Parameters<typeof understood>) => {
  const found = understood(...asked)
  if ('fault' in found) return found.fault.kind
  const { quantity, unit_id } = found.scan
  return unit_id === undefined ? quantity : [quantity, unit_id]
}

describe('a measured quantity', () => {
  it.each([
    ['kg', 3, '1.25'],
    ['千克', 2, '1.25'],
    ['公斤', 2, '1.25'],
    ['g', 0, '1250'],
    ['斤', 1, '2.5'],
    ['t', 4, 'tooFine'],
    ['ｋｇ', 3, '1.25'],
  ])('is in the unit of its product: 1.25 kg in %s', (name, decimals, quantity) => {
    expect(taken(KILOS, product(name, decimals))).toBe(quantity)
  })
  it.each([
    ['ml', 0, '750'],
    ['升', 2, '0.75'],
    ['m3', 4, 'tooFine'],
    ['kg', 3, 'otherUnit'],
  ])('of 0.75 l in %s', (name, decimals, quantity) => {
    expect(taken(LITRES, product(name, decimals))).toBe(quantity)
  })
  it('of length and area keeps to its kind', () => {
    expect(taken(code('(3112)012340'), product('cm', 0))).toBe('12340')
    expect(taken(code('(3141)000005'), product('㎡', 1))).toBe('0.5')
    expect(taken(code('(3141)000005'), product('m', 1))).toBe('otherUnit')
  })
  it('finer than the unit is refused, not rounded', () => {
    expect(understood(KILOS, product('kg', 1))).toEqual({
      fault: { kind: 'tooFine', measure: { unit: 'kilogram', amount: '1.25' }, unit: 'kg', places: 1 },
    })
  })
  it('goes to another unit of the product, the very one before those that measure the same', () => {
    const both = [unit(5, 'g', 0, '0.004'), unit(6, 'kg', 2, '4')]
    expect(taken(KILOS, product('pc', 0, both))).toEqual(['5', 6])
    expect(taken(KILOS, product('pc', 0, both.slice(0, 1)))).toEqual(['5', 5])
  })
  it('that is no exact quantity of the own unit is refused', () => {
    const kilos = [unit(6, 'kg', 2, '3')]
    expect(understood(KILOS, product('pc', 0, kilos))).toMatchObject({
      fault: { kind: 'tooFine', unit: 'pc', places: 0 },
    })
  })
  it('is refused where no unit measures it, unless the code counts as well', () => {
    expect(taken(KILOS, product('pc', 0))).toBe('otherUnit')
    expect(taken(code('(3103)001250(30)4'), product('pc', 0))).toBe('4')
    expect(taken(code('(3103)001250(30)4'), product('kg', 3))).toBe('1.25')
  })
  it('is the whole of a package, whose content is known where nothing measures it', () => {
    expect(taken(KILOS, product('kg', 3), '20')).toBe('1.25')
    expect(taken(KILOS, product('pc', 0), '20')).toBe('20')
    expect(taken(code('(37)3(3103)001250'), product('pc', 0), '20')).toBe('60')
  })
  it('takes the measure that fits of several', () => {
    const oil = code('(3103)000900(3153)001000')
    expect(taken(oil, product('l', 1))).toBe('1')
    expect(taken(oil, product('kg', 1))).toBe('0.9')
  })
})

it('a scan without measures stays as it is', () => {
  const plain = code('(30)4')
  expect(understood(plain, product('pc', 0))).toEqual({ scan: plain })
  expect(taken(plain, product('pc', 0), '12')).toBe('48')
})
