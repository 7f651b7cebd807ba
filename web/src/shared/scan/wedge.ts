/** The longest pause within a scan: a busy browser holds keys back for a moment. */
export const GAP_MS = 150
/** The keys of a scan take this long each at most, on average. Nobody types that fast. */
const KEY_MS = 50
/** The shortest code that a burst of keys is taken for. */
const LETTERS_MIN = 4
const LETTERS_MAX = 512

/** A key as a listener gets it. */
export interface Key {
  key: string
  /** When it was pressed, in milliseconds. */
  at: number
  /** With Ctrl, Alt or Meta. */
  chord?: boolean
}

/** What became of a key: part of a burst, the end of a code, or neither. */
export type Outcome = { kind: 'other' } | { kind: 'burst' } | { kind: 'code'; code: string }

/**
 * Recognises hand scanners that act as a keyboard: a fast burst of keys that ends with Enter or Tab. GS1 separators
 * arrive as Ctrl+] or as F8, depending on the scanner.
 */
export class Wedge {
  private letters = ''
  private last = -Infinity
  private first = 0

  press({ key, at, chord = false }: Key): Outcome {
    const fast = at - this.last <= GAP_MS
    this.last = at
    if (!fast) this.letters = ''
    if (this.letters === '') this.first = at
    if (key === 'Shift' || key === 'Control' || key === 'CapsLock')
      return { kind: this.letters ? 'burst' : 'other' }
    const letter = key === 'F8' || (chord && key === ']') ? '\u001d' : key.length === 1 && !chord ? key : ''
    if (letter && this.letters.length < LETTERS_MAX) {
      this.letters += letter
      return { kind: this.letters.length >= LETTERS_MIN ? 'burst' : 'other' }
    }
    const code = this.letters
    this.letters = ''
    const quick = at - this.first <= KEY_MS * code.length
    if ((key === 'Enter' || key === 'Tab') && fast && quick && code.length >= LETTERS_MIN)
      return { kind: 'code', code }
    return { kind: 'other' }
  }
}
