import type { ReactNode } from 'react'
import type { Choice } from '@/shared/ui/RemoteSelect'

export interface Row {
  id: number
}

export interface Listing<T> {
  list: T[]
  total: number
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
  /** Left out of a phone's card. */
  wideOnly?: boolean
}

interface FilterBase {
  field: string
  label: string
}

export type Filter = FilterBase &
  (
    | { kind: 'select'; options: readonly { value: string; label: string }[] }
    | { kind: 'remote'; url: string; optionLabel?: (row: Choice) => string }
    | { kind: 'text' }
    | { kind: 'dates' }
    /** A switch sent as a plain parameter, not as a search item. */
    | { kind: 'flag' }
  )

export interface RowAction<T> {
  key: string
  label: string
  run: (row: T) => void
  danger?: boolean
  when?: (row: T) => boolean
}
