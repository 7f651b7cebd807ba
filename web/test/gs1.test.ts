import { describe, expect, it } from 'vitest'
import { elementsOf } from '@/shared/scan/gs1Elements'
import samples from './gs1Samples.json'
import { checkDigit, checked, date, gtinForms, readCode } from '@/shared/scan/gs1'

const GS = '\u001d'
const read = (code: string) => readCode(code, 2026)

describe('check digits', () => {
  it.each([
    ['400638133393', 1],
    ['629104150021', 3],
    ['9638507', 4],
    ['0950600013435', 2],
    ['10614141234567890', 8],
  ])('of %s is %d', (digits, digit) => {
    expect(checkDigit(digits)).toBe(digit)
    expect(checked(`${digits}${digit}`)).toBe(true)
    expect(checked(`${digits}${(digit + 1) % 10}`)).toBe(false)
  })
  it('are not asked of other lengths', () => {
    expect(checked('12345')).toBe(false)
    expect(checked('400638133393X')).toBe(false)
  })
})

describe('the forms of a GTIN', () => {
  it('are those that a product may be stored under', () => {
    expect(gtinForms('04006381333931')).toEqual(['04006381333931', '4006381333931'])
    expect(gtinForms('4006381333931')).toEqual(['4006381333931', '04006381333931'])
    expect(gtinForms('00000096385074')).toContain('96385074')
  })
})

describe('dates', () => {
  it.each([
    ['260831', '2026-08-31'],
    ['280200', '2028-02-29'],
    ['751231', '2075-12-31'],
    ['771231', '1977-12-31'],
    ['261301', undefined],
    ['260230', undefined],
    ['26083', undefined],
  ])('%s is %s', (text, day) => expect(date(text, 2026)).toBe(day))
})

describe('a scanned code', () => {
  it('of GS1 is read into product, batch, dates and quantity', () => {
    expect(read(`]C1010950600013435217270831112608013024${GS}10AB-12/3`)).toEqual({
      raw: `]C1010950600013435217270831112608013024${GS}10AB-12/3`,
      products: ['09506000134352', '9506000134352'],
      batch: 'AB-12/3',
      produced: '2026-08-01',
      expires: '2027-08-31',
      quantity: '24',
      sscc: undefined,
    })
  })
  it('is the same with a separator first, in brackets, or bare', () => {
    for (const code of [
      `${GS}0109506000134352172708311012A`,
      '(01)09506000134352(17)270831(10)12A',
      '0109506000134352172708311012A',
    ])
      expect(read(code)).toMatchObject({
        products: ['09506000134352', '9506000134352'],
        batch: '12A',
        expires: '2027-08-31',
      })
  })
  it('of a pallet has its SSCC, contents and count', () => {
    expect(read('(00)106141412345678908(02)09506000134352(37)0120')).toMatchObject({
      sscc: '106141412345678908',
      products: ['09506000134352', '9506000134352'],
      quantity: '120',
    })
    expect(read('00106141412345678908')).toMatchObject({ sscc: '106141412345678908', products: [] })
  })
  it.each([
    ['(01)99506000134355(3103)001250', 'kilogram', '1.25'],
    ['(01)99506000134355(3100)000012', 'kilogram', '12'],
    ['(01)99506000134355(3105)000001', 'kilogram', '0.00001'],
    ['(01)99506000134355(3112)012340', 'metre', '123.4'],
    ['(01)99506000134355(3141)000005', 'squareMetre', '0.5'],
    ['(01)99506000134355(3152)000075', 'litre', '0.75'],
    ['(01)99506000134355(3161)999999', 'cubicMetre', '99999.9'],
    ['01995060001343553103000000', 'kilogram', '0'],
  ])('%s says how much was measured', (code, unit, amount) => {
    expect(read(code)).toMatchObject({ products: ['99506000134355'], measures: [{ unit, amount }] })
    expect(read(code)?.quantity).toBeUndefined()
  })
  it('may have several measures, and those of pallets or in pounds are skipped', () => {
    expect(read(`]C101995060001343553103001250330300150010B7${GS}3201000028`)).toMatchObject({
      products: ['99506000134355'],
      batch: 'B7',
      measures: [{ unit: 'kilogram', amount: '1.25' }],
    })
    expect(read('(01)99506000134355(3103)001250(3153)001300')?.measures).toEqual([
      { unit: 'kilogram', amount: '1.25' },
      { unit: 'litre', amount: '1.3' },
    ])
  })
  it('with a measure that can be none is taken as it is', () => {
    for (const code of [
      '01995060001343553106001250',
      '0199506000134355310300125',
      '0199506000134355310300125A',
    ])
      expect(read(code)).toMatchObject({ raw: code, products: [code], fault: expect.any(String) })
  })
  it('names a product without a trade item number by its own number', () => {
    expect(read(`]C1240P-1001${GS}10B7`)).toMatchObject({ products: ['P-1001'], batch: 'B7' })
    expect(read('(240)P-1001(10)B7')).toMatchObject({ products: ['P-1001'], batch: 'B7' })
  })
  it('without GS1 is a product number', () => {
    expect(read(' P-1001 ')).toEqual({ raw: 'P-1001', products: ['P-1001'] })
    expect(read('4006381333931')?.products).toEqual(['4006381333931', '04006381333931'])
    expect(read(']E04006381333931')?.products).toEqual(['4006381333931', '04006381333931'])
    expect(read('01234')?.products).toEqual(['01234'])
  })
  it('that only looks like GS1 is taken as it is', () => {
    // A wrong check digit, a wrong date, an identifier that is not known.
    for (const code of ['0109506000134353', '0109506000134352179913011', '0109506000134352888'])
      expect(read(code)?.products).toEqual([code])
  })
  it('is nothing when empty or too long', () => {
    expect(read('  ')).toBeNull()
    expect(read('9'.repeat(513))).toBeNull()
  })
})

describe('samples that the node reads as well', () => {
  interface Sample {
    code: string
    elements?: [string, string][]
    expires?: string
    quantity?: number
    fault?: string
  }
  it.each(samples as unknown as Sample[])('$code', ({ code, elements, expires, quantity, fault }) => {
    const found = elementsOf(code)
    expect('elements' in found ? [...found.elements] : found.fault).toEqual(elements ?? fault)
    if (!elements) return
    const scan = read(code)
    expect([scan?.expires, scan?.quantity]).toEqual([expires, quantity?.toString()])
  })
})
