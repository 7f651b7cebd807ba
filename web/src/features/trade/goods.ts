import type { Option } from '@/resource/schema/types'

/** Goods of one declaration at most. */
export const LINES_MAX = 50

/** A line as the form holds it: every value is text. */
export interface GoodsLine {
  hs_code: string
  inspection: string
  name: string
  elements: string
  quantity_1: string
  unit_1: string
  quantity_2: string
  unit_2: string
  quantity: string
  unit: string
  price: string
  total: string
  currency: string
  origin: string
  destination: string
  place: string
  levy: string
}

export const EMPTY: GoodsLine = {
  hs_code: '',
  inspection: '',
  name: '',
  elements: '',
  quantity_1: '',
  unit_1: '',
  quantity_2: '',
  unit_2: '',
  quantity: '',
  unit: '',
  price: '',
  total: '',
  currency: 'USD',
  origin: 'CHN',
  destination: '',
  place: '',
  levy: '1',
}

/** The lines of a stored or written value; what is no list has none. */
export function linesOf(value: unknown): GoodsLine[] {
  let rows: unknown = value
  if (typeof value === 'string') {
    try {
      rows = value.trim() ? JSON.parse(value) : []
    } catch {
      return []
    }
  }
  if (!Array.isArray(rows)) return []
  const none = Object.fromEntries(Object.keys(EMPTY).map((name) => [name, ''])) as unknown as GoodsLine
  return rows.map((row: Record<string, unknown>) => ({
    ...none,
    ...Object.fromEntries(
      Object.keys(EMPTY)
        .filter((name) => row[name] !== null && row[name] !== undefined)
        .map((name) => [name, String(row[name])]),
    ),
  }))
}

/** Without what is empty, as it is sent. */
export const sentLines = (lines: readonly GoodsLine[]): string =>
  JSON.stringify(
    lines.map((line) => Object.fromEntries(Object.entries(line).filter(([, text]) => text !== ''))),
  )

/** The place that the node names by a path such as `lines[2].price`: the line from 1, and its field. */
export function placeOf(path: string): { line: number; field: string } | undefined {
  const [, at, field = ''] = /^lines\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? []
  return at === undefined ? undefined : { line: Number(at) + 1, field }
}

/** The elements of a line one by one, as many as the tariff names. */
export const elementsOf = (elements: string, count: number): string[] => {
  const parts = elements.split('|').map((part) => part.trim())
  return Array.from({ length: Math.max(count, elements ? parts.length : 0) }, (_, at) => parts[at] ?? '')
}

/** The customs' units, as the tariff's declaration has them. */
export const withoutCode = (option: Option, english: boolean): string =>
  (english ? option.label.en : option.label.zh).replace(/^\d+ /, '')
