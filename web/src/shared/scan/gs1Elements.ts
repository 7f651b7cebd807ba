/**
 * Element strings of GS1, from the table that the node reads as well (`node/print/src/gs1.rs`): written with brackets, sent by
 * scanners, or as web addresses of GS1 Digital Link.
 */
import table from './gs1.json'
import { checked, date } from './gs1Values'

/** The longest code that is read: GS1 DataMatrix holds less. */
export const CODE_MAX = 512
/** FNC1 as scanners send it between elements of open length. */
const SEPARATOR = '\u001d'
/** Most elements of one code. */
const ELEMENTS_MAX = 20
/** Shortest text that is taken for a compressed code. */
const COMPRESSED_MIN = 10

/**
 * Why a text is no code of GS1: it isn't written as one, an identifier is not known, a value can't be that of its identifier,
 * an element is there twice, it is a web address in the compressed form, or it is too long.
 */
export type Gs1Fault = 'other' | 'unknown' | 'value' | 'twice' | 'compressed' | 'long'

/** The elements of a code by identifier, in their order. */
export type Gs1Read = { elements: ReadonlyMap<string, string> } | { fault: Gs1Fault }

/** What the values of an identifier are. */
interface Form {
  has: (value: string) => boolean
  /** The length of its values, where they have but one. */
  length?: number
}

const escaped = (text: string): string => text.replace(/[\\\]^-]/g, '\\$&')
const signs: Readonly<Record<string, string>> = table.signs

function formOf(text: string): Form {
  const parts = text.split(' ').map((part) => {
    const [, kind = 'X', upTo, most, missing] = /^(.)(\.\.)?(\d+)(\?)?$/.exec(part) ?? []
    return { kind, most: Number(most), fixed: !upTo, missing: !!missing }
  })
  const pattern = parts.map(({ kind, most, fixed, missing }) => {
    const sign = signs[kind] ? `[${escaped(signs[kind])}]` : '\\d'
    return `(${sign}{${fixed ? most : `1,${most}`}})${missing ? '?' : ''}`
  })
  const whole = new RegExp(`^${pattern.join('')}$`)
  const isRight = (kind: string | undefined, own: string | undefined): boolean =>
    own === undefined || (kind === 'K' ? checked(own) : kind !== 'D' || date(own, 2000) !== undefined)
  const single = parts.every(({ fixed, missing }) => fixed && !missing)
  return {
    has: (value) => {
      const found = whole.exec(value)
      return found !== null && found.slice(1).every((own, place) => isRight(parts[place]?.kind, own))
    },
    length: single ? parts.reduce((sum, { most }) => sum + most, 0) : undefined,
  }
}

const FORMS: ReadonlyMap<string, Form> = new Map(
  Object.entries(table.identifiers).flatMap(([names, text]) => {
    const [first = '', last = first] = names.split('-')
    const form = formOf(text)
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, step): [string, Form] => [
      String(Number(first) + step).padStart(first.length, '0'),
      form,
    ])
  }),
)
const OLDER_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(table.addresses.names))
const SEPARATORS = new RegExp(
  table.separators.map((written) => written.replace(/[\\^$|()[\]{}]/g, '\\$&')).join('|'),
  'gi',
)

/** A text without separators at its beginning and at its end. */
const unseparated = (text: string): string =>
  text.startsWith(SEPARATOR)
    ? unseparated(text.slice(1))
    : text.endsWith(SEPARATOR)
      ? unseparated(text.slice(0, -1))
      : text

const faulty = (fault: Gs1Fault): { fault: Gs1Fault } => ({ fault })

type Element = readonly [ai: string, value: string]

/** What is wrong with one of these elements. */
function faultOf(elements: readonly Element[]): Gs1Fault | undefined {
  for (const [place, [ai, value]] of elements.entries()) {
    const form = FORMS.get(ai)
    if (!form) return 'unknown'
    if (!form.has(value)) return 'value'
    if (place >= ELEMENTS_MAX) return 'long'
  }
  return undefined
}

/** Elements that don't contradict each other. One that is repeated is there once. */
function collected(elements: readonly Element[]): Gs1Read {
  const fault = faultOf(elements)
  if (fault) return faulty(fault)
  const found = new Map<string, string>()
  for (const [ai, value] of elements) {
    if ((found.get(ai) ?? value) !== value) return faulty('twice')
    found.set(ai, value)
  }
  return found.size > 0 ? { elements: found } : faulty('other')
}

/** A code with the separator wherever FNC1 is written in another way, and with the signs of ASCII for their full-width forms. */
const plainlyWritten = (code: string): string =>
  code
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(SEPARATORS, SEPARATOR)

/** The same written for people: `(01)09506000134352(10)AB-1`. A value may hold other brackets. */
function bracketed(code: string): Gs1Read {
  const parts = code.split(/\((\d{2,4})\)/)
  if (parts[0] !== '') return faulty('other')
  const elements = Array.from({ length: (parts.length - 1) / 2 }, (_, place): [string, string] => {
    return [parts[place * 2 + 1] ?? '', unseparated(parts[place * 2 + 2] ?? '').trim()]
  })
  return collected(elements)
}

function plain(code: string): Gs1Read {
  const elements: [string, string][] = []
  let rest = code
  while (rest !== '') {
    const ai = [2, 3, 4].map((length) => rest.slice(0, length)).find((start) => FORMS.has(start))
    const form = ai === undefined ? undefined : FORMS.get(ai)
    if (ai === undefined || !form) {
      return faulty(faultOf(elements) ?? 'unknown')
    }
    const [open = ''] = rest.slice(ai.length).split(SEPARATOR)
    const value = form.length === undefined ? open : open.slice(0, form.length)
    elements.push([ai, value])
    if (!form.has(value) || elements.length > ELEMENTS_MAX) break
    rest = unseparated(rest.slice(ai.length + value.length))
  }
  return collected(elements)
}

/** The identifier that a part of an address names, by its digits or by an older name. */
const named = (part: string): string | undefined =>
  OLDER_NAMES.get(part.toLowerCase()) ?? (FORMS.has(part) ? part : undefined)

const namesOneOf = (all: readonly string[], part: string): boolean => all.includes(named(part) ?? '')

/** Whether a part of an address is a code in the compressed form: base 64 of bits that begin with an identifier. */
function isCompressed(part: string): boolean {
  if (part.length < COMPRESSED_MIN || !/^[A-Za-z0-9_-]+$/.test(part)) return false
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const first = (digits.indexOf(part.charAt(0)) * 64 + digits.indexOf(part.charAt(1))) >> 4
  return table.addresses.compressed.includes(first.toString(16).toUpperCase().padStart(2, '0'))
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** A web address: `https://id.gs1.org/01/09506000134352/10/ABC?17=271231`, under any host. */
function address(rest: string): Gs1Read {
  const [place = '', ...queries] = (rest.split('#')[0] ?? '').split('?')
  const [, ...path] = place.split('/')
  if (path.length === 0) return faulty('other')
  const parts = path.join('/').replace(/\/+$/, '').split('/')
  const { keys, qualifiers } = table.addresses
  // A shop may have parts of its own before the key.
  const key = parts.findIndex((part, at) => {
    const names = parts.slice(at + 2).filter((_, place) => place % 2 === 0)
    return (
      namesOneOf(keys, part) &&
      (parts.length - at) % 2 === 0 &&
      names.every((name) => namesOneOf(qualifiers, name))
    )
  })
  if (key < 0) return faulty(isCompressed(parts[parts.length - 1] ?? '') ? 'compressed' : 'other')
  const pairs: [string, string][] = []
  for (let at = key; at < parts.length; at += 2) pairs.push([parts[at] ?? '', parts[at + 1] ?? ''])
  for (const pair of queries.join('?').split(/[&;]/)) {
    const cut = pair.indexOf('=')
    const name = cut < 0 ? '' : pair.slice(0, cut)
    // Other parameters are the host's.
    if (named(name) !== undefined || /^\d+$/.test(name)) pairs.push([name, pair.slice(cut + 1)])
  }
  const elements: [string, string][] = []
  for (const [name, text] of pairs) {
    const ai = named(name)
    const value = decoded(text)
    if (ai === undefined) return faulty('unknown')
    if (value === null) return faulty('value')
    // A trade item's number may be as short as its bar code has it.
    elements.push([ai, ai === '01' && /^(\d{8}|\d{12,13})$/.test(value) ? value.padStart(14, '0') : value])
  }
  return collected(elements)
}

/**
 * Whether a text without a symbology identifier begins as a code of GS1 does: with a trade item or a logistic unit. Other
 * texts begin with digits as well, numbers of logistic units among them.
 */
const begins = (rest: string): boolean => /^0[012]\d{14}/.test(rest) && !(rest.length === 18 && checked(rest))

/** The elements of a scanned or typed code. */
export function elementsOf(code: string): Gs1Read {
  const raw = code.trim()
  if (raw.length > CODE_MAX) return faulty('long')
  const symbology = table.symbologies.find((identifier) => raw.startsWith(identifier))
  const [, rest] = /^(?:\][^]{2})?https?:\/\/([^]*)$/i.exec(raw) ?? []
  if (rest !== undefined) return address(rest)
  const text = unseparated(plainlyWritten(symbology ? raw.slice(symbology.length) : raw)).trim()
  if (text.startsWith('(')) return bracketed(text)
  if (!symbology && !raw.includes(SEPARATOR) && !begins(text)) return faulty('other')
  return plain(text)
}
