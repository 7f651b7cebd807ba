import type { ReactNode } from 'react'
import type { Field, LocalizedText, Resource, ResourceRow } from '../schema/types'
import type { Filter } from '../types'

/** Key of the error text, and its parameters. */
export interface Wrong {
  key: string
  values?: Record<string, string | number>
}

export interface LabelSource {
  labelOf: (words: LocalizedText) => string
}

export interface CellProps {
  resource: Resource
  field: Field
  row: ResourceRow
  /** May be changed where it stands. */
  editable?: boolean
  saved?: () => void
  /** All of it rather than a line. */
  whole?: boolean
}

/** What a filter of the common search begins with. */
export interface FilterBase {
  field: string
  label: string
}

/** How a kind of fields is shown, searched, kept in a form and checked. Its input is in `inputs`. */
export interface FieldKind {
  /** What a row shows of a value that is not empty. Lists have hundreds: a function and no component, so no hooks. */
  cell: (value: unknown, props: CellProps) => ReactNode
  /** The same of any value, for kinds that show an empty one too. */
  cellOfAny?: (props: CellProps) => ReactNode
  /** The condition of the common search; null for none. */
  filter: (field: Field, base: FilterBase, labels: LabelSource) => Filter | null
  /** What is wrong with a value that is not empty; `stored` is the row's, if there is a row. */
  wrong?: (field: Field, value: unknown, stored: unknown) => Wrong | undefined
  /** The message about an empty value that is required, where it is not the usual one. */
  needed?: string
  /** What the input of a new row begins with where the declaration has no default. */
  empty?: unknown
  /** A declared default, as the input holds it. */
  fromDefault?: (text: string, field: Field) => unknown
  /** A stored value, as the input holds it. */
  held?: (stored: unknown) => unknown
  /** What the input holds, as the node takes it. Texts are trimmed before, unless `keepsSpaces`. */
  sent?: (value: unknown) => unknown
  keepsSpaces?: boolean
  /** An empty text is sent as null. */
  blankIsNull?: boolean
  /** Figures: right-aligned in lists. */
  numeric?: boolean
  /** Takes a form's whole width. */
  wide?: boolean
  /** Hidden in narrow lists. */
  wideOnly?: boolean
  /** Never shown: written only. */
  secret?: boolean
  /** Whether it must be filled in, where that is not what the field says. */
  needs?: (field: Field, isNew: boolean) => boolean
}
