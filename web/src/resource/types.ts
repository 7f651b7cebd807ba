import type { ReactNode } from 'react'
import type { Choice } from '@/shared/ui/RemoteSelect'

export interface Row {
  id: number
}

export interface Listing<T> {
  list: T[]
  /** A tree comes whole and has none. */
  total?: number
  remark?: string
}

export interface Column<T> {
  key: string
  title: string
  render: (row: T) => ReactNode
  /** Right aligned, tabular figures. */
  numeric?: boolean
  width?: number
  sortable?: boolean
  /** The head of a card on a phone. */
  primary?: boolean
  /** What the list exists for: always in sight, on a phone as well. Numbers are, unless they make room. */
  figure?: boolean
  /** Makes room before others where a table is too narrow. */
  lesser?: boolean
  /** Makes room last. */
  state?: boolean
  /** Makes room first, and is left out of a phone's card. */
  wideOnly?: boolean
  /** Not shown until the reader asks for it. */
  hidden?: boolean
}

interface FilterBase {
  field: string
  label: string
  /** When it is not the kind's own. */
  operator?: string
}

export type Filter = FilterBase &
  (
    | { kind: 'select'; options: readonly { value: string; label: string }[] }
    /** Any of several values. */
    | { kind: 'many'; options: readonly { value: string; label: string }[] }
    | { kind: 'remote'; url: string; optionLabel?: (row: Choice) => string }
    | { kind: 'text' }
    /** Days; `plain` for columns that hold dates as text. */
    | { kind: 'dates'; plain?: 'date' | 'datetime' }
    /** From and to. */
    | { kind: 'numbers' }
    /** A switch sent as a plain parameter, not as a search item. */
    | { kind: 'flag' }
    /** Sent as a plain parameter of its name; its control stands elsewhere on the page. */
    | { kind: 'param' }
  )

export interface RowAction<T> {
  key: string
  label: string
  run: (row: T) => void
  danger?: boolean
  /** Always in the menu: a step that is seldom taken. */
  inMenu?: boolean
  /** Only leads elsewhere: in the menu, and in the panel of the row. */
  link?: boolean
  when?: (row: T) => boolean
}

/** What dragging a row does. */
export interface DragSort {
  /** Whether the list is shown in the order that dragging changes. */
  possible: boolean
  move: (moved: number, target: number, direction: 'up' | 'down') => void
}
