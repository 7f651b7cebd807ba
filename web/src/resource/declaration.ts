import type { Choice } from '@/shared/ui/RemoteSelect'

export type Cell = string | number | null

export interface Field {
  name: string
  kind: 'text' | 'area' | 'decimal' | 'whole' | 'switch' | 'choice' | 'remote' | 'mobile' | 'email'
  /** Key of the label when it is not `resource.<name>`. */
  label?: string
  required?: boolean
  max?: number
  initial?: Cell
  /** For a choice: value and key of its words, or the words themselves when they are the same in every language. */
  choices?: readonly { value: Cell; key?: string; text?: string }[]
  /** For a remote: its controller, and the field it depends on, sent as a search item. */
  url?: string
  within?: string
  optionLabel?: (row: Choice) => string
  /** Words for a stored reference in a list row. */
  shownBy?: (row: ResourceRow) => string | undefined
  inList?: boolean
  inForm?: boolean
  sortable?: boolean
  filter?: boolean
  places?: number
}

export interface ResourceRow {
  id: number
  version?: number
  [field: string]: unknown
}

/** All that a page of simple records needs to know about itself. */
export interface Declaration {
  /** Menu rule and permission prefix: `warehouse/supplier`. */
  name: string
  url: string
  /** Under `resource.` in the catalogue. */
  words: string
  title: string
  fields: readonly Field[]
  topics?: readonly string[]
}

export const labelKey = (field: Field): string => field.label ?? `resource.${field.name}`
