/** A list, whether it came as one or as a comma list. */
export function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String).filter(Boolean)
  if (typeof value === 'string') return value.split(',').filter(Boolean)
  return typeof value === 'number' ? [String(value)] : []
}

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Any JSON in one line, cut. */
export function jsonLine(value: unknown, max = 80): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > max ? `${text.slice(0, max)}…` : text
}

/** JSON over several lines; a text that holds JSON is taken as such. */
export function jsonText(value: unknown): string {
  if (typeof value === 'string') {
    try {
      return JSON.stringify(JSON.parse(value), null, 2)
    } catch {
      return value
    }
  }
  return JSON.stringify(value, null, 2) ?? ''
}

const GOOD = [
  'enable',
  'done',
  'success',
  'paid',
  'finished',
  'released',
  'active',
  'passed',
  'verified',
  'published',
]
const BAD = ['failed', 'error', 'rejected', 'refused']
const BUSY = ['running', 'pending', 'waiting', 'processing']
const IDLE = ['disable', 'expired', 'cancelled', 'canceled', 'closed', 'none', 'revoked']
const COLOURS = ['arcoblue', 'cyan', 'purple', 'gold', 'lime', 'magenta']

/** Longer texts are not coloured. */
const COLOURED_MAX = 14

/** The colour of a value of an enumeration: by its meaning where that is known, else by its place. */
export function tagColour(value: unknown, index: number, words = ''): string | undefined {
  const text = String(value)
  if (GOOD.includes(text)) return 'green'
  if (BAD.includes(text)) return 'red'
  if (BUSY.includes(text)) return 'orange'
  if (IDLE.includes(text)) return 'gray'
  if (words.length > COLOURED_MAX) return undefined
  return COLOURS[index % COLOURS.length]
}
