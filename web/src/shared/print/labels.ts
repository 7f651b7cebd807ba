/** A sheet of labels: how many there are across and down, and how large one is in millimetres. */
export interface Layout {
  name: string
  columns: number
  rows: number
  width: number
  height: number
}

/** The sheets that the node knows by name. */
export const LAYOUTS: readonly Layout[] = [
  { name: 'a4-3x8', columns: 3, rows: 8, width: 70, height: 37 },
  { name: 'a4-4x10', columns: 4, rows: 10, width: 52.5, height: 29.7 },
  { name: 'a4-2x7', columns: 2, rows: 7, width: 99.1, height: 38.1 },
  { name: '60x40', columns: 1, rows: 1, width: 60, height: 40 },
  { name: '50x30', columns: 1, rows: 1, width: 50, height: 30 },
  { name: '100x50', columns: 1, rows: 1, width: 100, height: 50 },
]
/** A sheet of one's own measures. */
export const OWN = 'own'

export const MEASURES = [
  'page_width',
  'page_height',
  'columns',
  'rows',
  'width',
  'height',
  'left',
  'top',
  'gap_x',
  'gap_y',
] as const
export type Measures = Readonly<Record<(typeof MEASURES)[number], number>>

/** Where one begins: the sheet of 3 by 8. */
export const FIRST_MEASURES: Measures = {
  page_width: 210,
  page_height: 297,
  columns: 3,
  rows: 8,
  width: 70,
  height: 37,
  left: 0,
  top: 0.5,
  gap_x: 0,
  gap_y: 0,
}

export const LABELS_MAX = 5000

/** How a first sheet is filled, and how many sheets there are. */
export function filled(
  layout: Pick<Layout, 'columns' | 'rows'>,
  start: number,
  labels: number,
): { used: (place: number) => boolean; sheets: number } {
  const count = Math.max(1, layout.columns * layout.rows)
  return {
    used: (place) => place >= start && place < start + labels,
    sheets: Math.ceil((start - 1 + labels) / count),
  }
}
