/** What `GET /admin/resource/schema` tells of the declared resources. */

import { moment } from '@/shared/ui/time'

export interface LocalizedText {
  zh: string
  en: string
  /** Key of a text of the web, for what no declaration names. */
  key?: string
}

export type Kind =
  | 'string'
  | 'textarea'
  | 'editor'
  | 'password'
  | 'secret'
  | 'number'
  | 'decimal'
  | 'money'
  | 'switch'
  | 'status'
  | 'radio'
  | 'select'
  | 'checkbox'
  | 'selects'
  | 'date'
  | 'time'
  | 'datetime'
  | 'year'
  | 'timestamp'
  | 'color'
  | 'icon'
  | 'image'
  | 'images'
  | 'file'
  | 'files'
  | 'city'
  | 'array'
  | 'json'
  | 'remoteSelect'
  | 'remoteSelects'
  | 'parent'
  | 'weigh'

export interface Option {
  value: string | number
  label: LocalizedText
}

export interface Reference {
  controller: string
  /** The other row's field that is its label. */
  field: string
  /** Nested object in list rows; empty for a parent. */
  relation: string
}

export type Rule =
  'mobile' | 'email' | 'account' | 'varName' | 'url' | 'idNumber' | 'number' | 'integer' | 'float'

export interface Field {
  name: string
  label: LocalizedText
  /** What the form says below it. */
  hint?: LocalizedText
  kind: Kind
  required: boolean
  unique: boolean
  default: string | null
  /** Of the common search; 'false' when there is none. */
  operator: string
  column: boolean
  form: boolean
  /** The field whose text it holds in English. */
  translates?: string
  sortable: boolean
  readonly: boolean
  writeOnce: boolean
  rule?: Rule
  /** Of an enumeration; of a status, what 0 and 1 are called. */
  options?: readonly Option[]
  min?: number
  max?: number
  decimals?: number
  reference?: Reference
}

/** A field of a form that no resource declares. */
export const ownField = (name: string, label: string, kind: Kind): Field => ({
  name,
  label: { zh: label, en: label },
  kind,
  required: false,
  unique: false,
  default: null,
  operator: 'false',
  column: false,
  form: true,
  sortable: false,
  readonly: false,
  writeOnce: false,
})

/** A named step of a row. */
export interface Command {
  /** As its route has it. */
  name: string
  title: LocalizedText
  /** What is asked for. */
  fields: readonly Field[]
  /** What a row must be like: one of these values, as texts, in the field. */
  from?: { field: string; values: readonly string[] }
  /** What is asked before it is given. */
  question?: LocalizedText
  /** It can't be taken back. */
  danger: boolean
  /** It may be given for several rows at once. */
  many: boolean
}

export interface Resource {
  /** As in routes: `warehouse.Product`. */
  controller: string
  /** The path of its menu rule and permissions, in lower case: `warehouse/product`. */
  name: string
  title: LocalizedText
  fields: readonly Field[]
  titleField: string
  tree: boolean
  /** The field that is changed by dragging. */
  weigh: string | null
  order: { field: string; descending: boolean }
  quickSearch: readonly string[]
  stamped: boolean
  recycle: boolean
  sensitive: boolean
  /** The history of a row is kept. */
  history: boolean
  /** The field of a row's warehouse. */
  warehouse?: string | null
  /** What the caller may do. */
  nodes: readonly string[]
  /** Commands that the caller may give. */
  commands?: readonly Command[]
}

export interface ResourceRow {
  id: number
  version?: number
  children?: ResourceRow[]
  [field: string]: unknown
}

export type Values = Record<string, unknown>

export const urlOf = (resource: Pick<Resource, 'controller'>): string => `/admin/${resource.controller}`

export const fieldOf = (resource: Resource, name: string): Field | undefined =>
  resource.fields.find((field) => field.name === name)

/** Whether a command may be given for a row as it is. */
export const takesCommand = ({ from }: Command, row: ResourceRow): boolean =>
  !from || from.values.includes(String(row[from.field]))

/** What 0 and 1 of a switch or a status are called: a declaration can name the words of its status. */
export function stateLabel(field: Field, on: boolean): LocalizedText {
  const named = field.options?.find((option) => Number(option.value) === Number(on))?.label
  if (named) return named
  if (field.kind === 'switch') return { zh: '', en: '', key: on ? 'common.yes' : 'common.no' }
  return { zh: '', en: '', key: on ? 'common.enabled' : 'common.disabled' }
}

/** The stamps that every row of most resources has, as fields. */
const stamp = (name: string, key: string): Field => ({
  name,
  label: { zh: '', en: '', key },
  kind: 'timestamp',
  required: false,
  unique: false,
  default: null,
  operator: 'RANGE',
  column: true,
  form: false,
  sortable: true,
  readonly: true,
  writeOnce: false,
})
const STAMPS: readonly Field[] = [
  stamp('create_time', 'common.createTime'),
  stamp('update_time', 'common.updateTime'),
]
const KEY: Field = { ...stamp('id', 'resource.id'), kind: 'number', operator: '=' }

/** Declared fields and the automatic ones. */
export function allFields(resource: Resource): readonly Field[] {
  const own = new Set(resource.fields.map((field) => field.name))
  return [
    KEY,
    ...resource.fields,
    ...(resource.stamped ? STAMPS.filter((field) => !own.has(field.name)) : []),
  ]
}

/** What names a row: its title, or that of the row which the title refers to. */
export function titleOf(resource: Resource, row: ResourceRow): string {
  const field = fieldOf(resource, resource.titleField)
  const reference = field?.reference
  const title = reference ? nested(row, `${reference.relation}.${reference.field}`) : row[resource.titleField]
  if (field?.kind === 'timestamp' && Number(title) > 0) return moment(Number(title), 'YYYY-MM-DD HH:mm:ss')
  return title === null || title === undefined || title === '' ? `#${row.id}` : String(title)
}

/** The relation's fields that a row has nested: `user.nickname`. */
export function nested(row: ResourceRow, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        value && typeof value === 'object' ? (value as Record<string, unknown>)[part] : undefined,
      row,
    )
}
