/**
 * Numbers as people and programs write them: by the same rules as the node reads those of files
 * (`node/src/data_exchange/figures.rs`). Both are tried with the cases of `written.json`.
 */

/** Why a text is not read as a number. */
type Unreadable = 'number' | 'separators' | 'exponent'

/** A number in digits with perhaps a minus sign and a point, or why it is none. */
type Written = { number: string } | { refused: Unreadable }

/** Full-width signs stand so far above the usual ones. */
const FULL_WIDTH = 0xfee0

/** A text with the usual signs in the place of those that look or mean the same, without invisible marks. */
export const usual = (text: string): string =>
  text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - FULL_WIDTH))
    .replace(/[−‐‑–﹣]/g, '-')
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/\s/g, ' ')
    .trim()

const CURRENCY = /^\p{Sc}|\p{Sc}$/u

/** The number without its sign and that of a currency, and whether it is negative. */
function unsigned(text: string): [string, boolean] {
  const inside = /^\((.*)\)$/.exec(text)?.[1]
  let rest = inside === undefined ? text : inside.trim()
  let negative: boolean | null = inside === undefined ? null : true
  let currency = false
  for (;;) {
    const before = rest
    if (negative === null && /^-|-$/.test(rest)) {
      rest = rest.replace(/^-|-$/, '').trim()
      negative = true
    } else if (negative === null && rest.startsWith('+')) {
      rest = rest.slice(1).trim()
      negative = false
    }
    if (!currency && CURRENCY.test(rest)) {
      rest = rest.replace(CURRENCY, '').trim()
      currency = true
    }
    if (rest === before) return [rest, negative === true]
  }
}

/** The digits before and after the point; nothing where the separators make no sense. */
function parts(number: string): [string, string] | null {
  const thousands = /^[1-9]\d{0,2}(?:([.,' ])\d{3})(?:\1\d{3})*$/
  const single = /^\d+$|^(\d*)\.(\d*)$|^(\d*),(\d+)$/.exec(number)
  const digits = (text: string): string => text.replace(/\D/g, '')
  // A single point is a decimal point, whatever follows it.
  if (thousands.test(number) && !/^\d+\.\d+$/.test(number)) return [digits(number), '']
  if (single)
    return [single[1] ?? single[3] ?? (/\D/.test(number) ? '' : number), single[2] ?? single[4] ?? '']
  const [, whole, point, decimals] = /^(.*)([.,])(\d+)$/.exec(number) ?? []
  if (whole === undefined || decimals === undefined) return null
  return thousands.test(whole) && !whole.includes(point ?? '') ? [digits(whole), decimals] : null
}

/** Reads a number; an empty text stays one. */
export function readWritten(text: string): Written {
  const plain = usual(text)
  if (plain === '') return { number: '' }
  const [number, negative] = unsigned(plain)
  if (/^\d[\d.,]*[eE][+-]?\d+$/.test(number)) return { refused: 'exponent' }
  if (!/^[\d., ']*$/.test(number) || !/\d/.test(number)) return { refused: 'number' }
  const found = parts(number)
  if (!found) return { refused: 'separators' }
  const [whole, decimals] = [found[0].replace(/^0+/, '') || '0', found[1]]
  const sign = negative && /[1-9]/.test(whole + decimals) ? '-' : ''
  return { number: `${sign}${whole}${decimals && '.'}${decimals}` }
}

/** The number that a text is, in digits; nothing where it is none. */
export function written(text: string): string | null {
  const read = readWritten(text)
  return 'number' in read ? read.number : null
}

/** Whether a spreadsheet has made a number of a code and left digits out: `6.90123E+12`. */
export const hasLostDigits = (code: string): boolean =>
  /^-?\d([.,]\d+[eE][+-]?|[eE][+-])\d{2,3}$/.test(usual(code))
