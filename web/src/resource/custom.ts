import type { ComponentType, ReactNode } from 'react'
import type { WidgetProps } from './widgets/types'
import type { Field, Resource, ResourceRow, Values } from './schema/types'
import type { Filter, Listing, RowAction } from './types'

export interface PageTools {
  reload: () => void
  edit: (id: number) => void
}

/** What a list's own body may do. */
export interface Hold {
  chosen: readonly number[]
  choose: (ids: number[]) => void
  open: (row: ResourceRow) => void
}

/** What a page adds to its declaration. */
export interface Custom {
  title?: string
  /** The field that names a row, when it is not the declaration's. */
  titleField?: string
  remark?: string
  /** Drawn in place of a kind's own cell. */
  cells?: Readonly<Record<string, (row: ResourceRow, field: Field) => ReactNode>>
  /** Titles of columns whose own cells show something else than the field's label says. */
  titles?: Readonly<Record<string, string>>
  /** Adds rows in the page's own way. */
  ownAdd?: boolean
  /** Changes rows in the page's own way: there is no form. */
  ownEdit?: boolean
  /** Fields whose columns never make room for others, though they are no numbers. */
  inSight?: readonly string[]
  /** Fields whose columns are not shown at first. */
  hidden?: readonly string[]
  /** Fields that are no columns here. */
  without?: readonly string[]
  /** Filters that the declaration does not know. */
  filters?: readonly Filter[]
  /** Columns that the declaration does not know. */
  more?: readonly {
    key: string
    title: string
    numeric?: boolean
    render: (row: ResourceRow) => ReactNode
  }[]
  /** In place of a kind's own widget. */
  widgets?: Readonly<Record<string, ComponentType<WidgetProps>>>
  /** Whether the form shows a field, depending on the values so far. */
  asks?: (field: Field, values: Values, row: ResourceRow | null) => boolean
  /** Whether a field that the form shows has to be filled in, beside those that always have to, depending on the values so far. */
  needs?: (field: Field, values: Values) => boolean
  /** Before it is sent. */
  outgoing?: (body: Values, row: ResourceRow | null) => Values
  /** Whether a declared command is offered for a row: one that would change nothing is not. */
  offers?: (command: string, row: ResourceRow) => boolean
  /** Rows that may be changed or deleted; `answer` is the whole of the list's. */
  changeable?: (row: ResourceRow, answer: Listing<ResourceRow> | null) => boolean
  /** Nobody deletes rows here, whatever the server lets them do. */
  undeletable?: boolean
  /** Whether a row can be deleted; some can only be edited. */
  deletable?: (row: ResourceRow) => boolean
  /** Beside edit and delete, before them. */
  actions?: (tools: PageTools) => readonly RowAction<ResourceRow>[]
  /** Less usual ones, which come after edit. */
  furtherActions?: (tools: PageTools) => readonly RowAction<ResourceRow>[]
  /** Above the list, at the right. */
  head?: (tools: PageTools) => ReactNode
  /** For rows that are chosen. */
  chosen?: (ids: readonly number[], tools: PageTools & { clear: () => void }) => ReactNode
  /** Above the fields of the form: what helps to fill them in. */
  formHead?: (row: ResourceRow | null) => ReactNode
  /** In place of the detail drawer. */
  detail?: (row: ResourceRow, close: () => void, tools: PageTools) => ReactNode
  /** In place of the table. */
  body?: (rows: readonly ResourceRow[], hold: Hold) => ReactNode
  /** Below the list's head. */
  above?: ReactNode
  /** In place of the list where there are no rows at all. */
  empty?: ReactNode
  /** A check in addition to the declared rules, when the field was left and before the row is saved. Returns the error text. */
  check?: (field: Field, value: unknown, values: Values) => string | undefined
  /** Live topics beside the resource's own. */
  topics?: readonly string[]
  /** A wider form. */
  wideForm?: boolean
  /** The form's width on wide screens. */
  formWidth?: number
  /** The form item that shows the error of a field without an item of its own. */
  standsIn?: Readonly<Record<string, string>>
  /** Words for a place inside a field, such as a row of it, which the node names by a path. */
  placeOf?: (path: string, values: Values) => string | undefined
}

export type { Resource }
