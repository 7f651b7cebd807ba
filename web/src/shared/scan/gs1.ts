/** Reading what a bar code holds: GS1 application identifiers, and plain numbers. Pure functions. */
import { decimal } from '@/shared/number/decimal'

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
}

/** The longest code that is read: GS1 DataMatrix holds less. */
export const CODE_MAX = 512

/** FNC1 as scanners send it between fields of variable length. */
const SEPARATOR = '\u001d'
/** Symbology identifiers that scanners may put before a GS1 code. */
const SYMBOLOGY = /^\](?:C1|d2|Q3|e0|J1)/

/** Lengths of the contents of application identifiers with a fixed length, by their first two digits. */
const FIXED: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '04': 16,
  '11': 6,
  '12': 6,
  '13': 6,
  '14': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '18': 6,
  '19': 6,
  '20': 2,
}
/** Identifiers of more than two digits: the maker's own number of a product, and measures. */
const LONG = '240|3[1-6]\\d\\d'
const LONG_FIRST = new RegExp(`^(?:${LONG})`)
const BRACKETS = new RegExp(`\\((\\d\\d|${LONG})\\)`)
/** Measures, trade or logistic, metric or not; the last digit says how many decimals the contents have. */
const MEASURE = /^3\d{3}$/
const MEASURE_LENGTH = 6
const MEASURE_DECIMALS_MAX = 5
/** What the trade measures in, by the first three digits. Other measures are skipped. */
const MEASURES: Readonly<Record<string, MeasureUnit>> = {
  '310': 'kilogram',
  '311': 'metre',
  '314': 'squareMetre',
  '315': 'litre',
  '316': 'cubicMetre',
}
/** The longest contents of those identifiers with a variable length that are used here. */
const VARIABLE: Readonly<Record<string, number>> = {
  '10': 20,
  '21': 20,
  '22': 20,
  '240': 30,
  '30': 8,
  '37': 8,
}

/** The check digit of a GTIN or SSCC without it: weights 3 and 1 from the right. */
export function checkDigit(digits: string): number {
  let sum = 0
  for (let place = 0; place < digits.length; place++)
    sum += Number(digits[digits.length - 1 - place]) * (place % 2 === 0 ? 3 : 1)
  return (10 - (sum % 10)) % 10
}

/** Whether a number of 8, 12, 13, 14 or 18 digits ends with the right check digit. */
export function checked(number: string): boolean {
  return (
    /^(\d{8}|\d{12,14}|\d{18})$/.test(number) && checkDigit(number.slice(0, -1)) === Number(number.slice(-1))
  )
}

/** The ways a GTIN is written: as printed on an EAN-13 or EAN-8, as UPC-A, and with 14 digits. */
export function gtinForms(gtin: string): string[] {
  const full = gtin.padStart(14, '0')
  const forms = [full, full.replace(/^0/, ''), full.replace(/^00/, ''), full.replace(/^0{6}/, '')]
  const likely = [gtin, full.replace(/^0/, ''), ...forms]
  return [...new Set(likely)].filter((form) => /^(\d{8}|\d{12,14})$/.test(form))
}

/**
 * A date `YYMMDD`; day 00 means the last day of the month. The century is the one that puts the year between 49 years
 * ago and 50 years ahead, as GS1 has it.
 */
export function date(text: string, year: number): string | undefined {
  const [, yy, mm, dd] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  if (!yy || !mm || !dd) return undefined
  const month = Number(mm)
  if (month < 1 || month > 12) return undefined
  const century = Math.floor(year / 100) * 100
  const near = century + Number(yy)
  const full = near - year > 50 ? near - 100 : near - year < -49 ? near + 100 : near
  const last = new Date(Date.UTC(full, month, 0)).getUTCDate()
  const day = dd === '00' ? last : Number(dd)
  return day < 1 || day > last ? undefined : `${full}-${mm}-${String(day).padStart(2, '0')}`
}

/** The fields of a GS1 element string by identifier; null when it is none. */
function fields(text: string): Map<string, string> | null {
  const found = new Map<string, string>()
  let rest = text
  while (rest !== '') {
    if (rest.startsWith(SEPARATOR)) {
      rest = rest.slice(1)
      continue
    }
    const [ai] = LONG_FIRST.exec(rest) ?? [rest.slice(0, 2)]
    const measure = MEASURE.test(ai)
    if (measure && Number(ai.slice(-1)) > MEASURE_DECIMALS_MAX) return null
    const fixed = measure ? MEASURE_LENGTH : FIXED[ai]
    const most = VARIABLE[ai]
    const body = rest.slice(ai.length)
    let content: string
    if (fixed !== undefined) content = body.slice(0, fixed)
    else if (most !== undefined) {
      const end = body.indexOf(SEPARATOR)
      content = end < 0 ? body : body.slice(0, end)
      if (content.length > most) return null
    } else return null
    const digits = fixed !== undefined || ai === '30' || ai === '37'
    if (
      content === '' ||
      (fixed !== undefined && content.length < fixed) ||
      (digits && !/^\d+$/.test(content))
    )
      return null
    found.set(ai, content)
    rest = body.slice(content.length)
  }
  return found.size > 0 ? found : null
}

/** The same written for people: `(01)09506000134352(10)AB-1`. */
function bracketed(text: string): string | null {
  if (text.search(BRACKETS) !== 0) return null
  return text
    .split(BRACKETS)
    .slice(1)
    .map((part, place) => (place % 2 === 1 ? part + SEPARATOR : part))
    .join('')
}

const whole = (text: string | undefined): string | undefined => {
  const number = text?.replace(/^0+(?=\d)/, '')
  return number === undefined || number === '0' ? undefined : number
}

/** The measures of the trade among the fields, in their order. */
function measuresOf(ais: ReadonlyMap<string, string>): Measure[] {
  return [...ais].flatMap(([ai, content]) => {
    const unit = MEASURE.test(ai) ? MEASURES[ai.slice(0, 3)] : undefined
    const decimals = Number(ai.slice(-1))
    const whole = content.slice(0, content.length - decimals)
    const amount = decimal([whole, content.slice(whole.length)].filter(Boolean).join('.'))
    return unit && amount ? [{ unit, amount: amount.toFixed() }] : []
  })
}

function scanOf(raw: string, ais: Map<string, string>, year: number): Scan | null {
  const gtin = ais.get('01') ?? ais.get('02')
  const sscc = ais.get('00')
  if ((gtin && !checked(gtin)) || (sscc && !checked(sscc))) return null
  const dates = { produced: ais.get('11'), expires: ais.get('17') ?? ais.get('15') }
  for (const text of Object.values(dates)) if (text && !date(text, year)) return null
  const measures = measuresOf(ais)
  const own = ais.get('240')
  return {
    raw,
    products: gtin ? gtinForms(gtin) : own ? [own] : [],
    batch: ais.get('10'),
    produced: dates.produced && date(dates.produced, year),
    expires: dates.expires && date(dates.expires, year),
    quantity: whole(ais.get('37') ?? ais.get('30')),
    ...(measures.length > 0 && { measures }),
    sscc,
  }
}

/**
 * What a code means. A GS1 code is recognised by its symbology identifier, its brackets or its separators, or because a
 * product (01) or a logistic unit (00) leads it and every field is right. Any other code is a product's number.
 * Nothing for an empty or overlong one. `year` is the present one.
 */
export function readCode(code: string, year = new Date().getFullYear()): Scan | null {
  const raw = code.trim()
  if (raw === '' || raw.length > CODE_MAX) return null
  const named = SYMBOLOGY.test(raw)
  const text = raw.replace(/^\][A-Za-z]\d/, '')
  const elements = bracketed(text) ?? text
  if (
    named ||
    elements !== text ||
    elements.includes(SEPARATOR) ||
    (/^0[01]\d{14}/.test(text) && !checked(text))
  ) {
    const ais = fields(elements)
    const scan = ais && scanOf(raw, ais, year)
    if (scan) return scan
  }
  return { raw, products: checked(text) && text.length !== 18 ? gtinForms(text) : [text] }
}
