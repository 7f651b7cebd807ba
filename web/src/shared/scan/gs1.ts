/** What a bar code means: elements of GS1, and plain numbers. Pure functions. */
import { decimal } from '@/shared/number/decimal'
import { CODE_MAX, elementsOf, type Gs1Fault } from './gs1Elements'
import { checked, date } from './gs1Values'

export { CODE_MAX }
export { checkDigit, checked, date } from './gs1Values'

/** A unit that codes measure in. */
export type MeasureUnit = 'kilogram' | 'metre' | 'squareMetre' | 'litre' | 'cubicMetre'

/** How much a code says that was measured: net weight, length, area or volume. */
export interface Measure {
  unit: MeasureUnit
  /** A decimal, as a text. */
  amount: string
}

/** What a scanned code says. */
export interface Scan {
  /** As it was read. */
  raw: string
  /** Product numbers that the code may stand for, the most likely first. Empty for a code without a product. */
  products: readonly string[]
  batch?: string
  /** `YYYY-MM-DD` */
  produced?: string
  /** `YYYY-MM-DD` */
  expires?: string
  /** How many, as a text: of a code that was read a whole number; of a product that was found in its own unit. */
  quantity?: string
  /** What was measured: the whole of what the code is on, however many pieces that is. */
  measures?: readonly Measure[]
  /** The other unit of the product that was measured in. */
  unit_id?: number
  /** Serial number of a logistic unit (pallet, box). */
  sscc?: string
  /** Why the code can't be read, though it is written as one of GS1. */
  fault?: Exclude<Gs1Fault, 'other'>
}

/** What the trade measures in, by the first three digits. Other measures are skipped. */
const MEASURES: Readonly<Record<string, MeasureUnit>> = {
  '310': 'kilogram',
  '311': 'metre',
  '314': 'squareMetre',
  '315': 'litre',
  '316': 'cubicMetre',
}

/** The ways a GTIN is written: as printed on an EAN-13 or EAN-8, as UPC-A, and with 14 digits. */
export function gtinForms(gtin: string): string[] {
  const full = gtin.padStart(14, '0')
  const forms = [full, full.replace(/^0/, ''), full.replace(/^00/, ''), full.replace(/^0{6}/, '')]
  const likely = [gtin, full.replace(/^0/, ''), ...forms]
  return [...new Set(likely)].filter((form) => /^(\d{8}|\d{12,14})$/.test(form))
}

const whole = (text: string | undefined): string | undefined => {
  const number = text?.replace(/^0+(?=\d)/, '')
  return number === undefined || number === '0' ? undefined : number
}

/** The measures of the trade among the elements, in their order. */
function measuresOf(elements: ReadonlyMap<string, string>): Measure[] {
  return [...elements].flatMap(([ai, content]) => {
    const unit = ai.length === 4 ? MEASURES[ai.slice(0, 3)] : undefined
    const decimals = Number(ai.slice(-1))
    const whole = content.slice(0, content.length - decimals)
    const amount = unit && decimal([whole, content.slice(whole.length)].filter(Boolean).join('.'))
    return unit && amount ? [{ unit, amount: amount.toFixed() }] : []
  })
}

function scanOf(raw: string, elements: ReadonlyMap<string, string>, year: number): Scan {
  const day = (ai: string): string | undefined => elements.get(ai)?.slice(0, 6)
  const gtin = elements.get('01') ?? elements.get('02')
  const produced = day('11')
  const expires = day('17') ?? day('7003') ?? day('15')
  const measures = measuresOf(elements)
  const own = elements.get('240')
  return {
    raw,
    products: gtin ? gtinForms(gtin) : own ? [own] : [],
    batch: elements.get('10'),
    produced: produced && date(produced, year),
    expires: expires && date(expires, year),
    quantity: whole(elements.get('37') ?? elements.get('30')),
    ...(measures.length > 0 && { measures }),
    sscc: elements.get('00'),
  }
}

/**
 * What a code means. A GS1 code is recognised by its symbology identifier, its brackets or its separators, because a
 * product (01, 02) or a logistic unit (00) leads it, or as a web address of GS1. Any other code is a product's number; so is
 * one that can't be read, which says why. Nothing for an empty or overlong one. `year` is the present one.
 */
export function readCode(code: string, year = new Date().getFullYear()): Scan | null {
  const raw = code.trim()
  if (raw === '' || raw.length > CODE_MAX) return null
  const read = elementsOf(raw)
  if ('elements' in read) return scanOf(raw, read.elements, year)
  const text = raw.replace(/^\][A-Za-z]\d/, '')
  return {
    raw,
    products: checked(text) && text.length !== 18 ? gtinForms(text) : [text],
    ...(read.fault !== 'other' && { fault: read.fault }),
  }
}
