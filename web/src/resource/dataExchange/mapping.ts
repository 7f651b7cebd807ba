import { usual } from '@/shared/number/written'
import { sent } from '../form/values'
import { fieldOf, type Field, type Resource, type Values } from '../schema/types'

/** A file's column -> a field's name; an empty one leaves the column out. */
export type Mapping = Record<string, string>

/** Stands after a field's name where a column has ids of the rows that it refers to, and no names. */
const OF_IDS = '.id'

/** The field that a column fills. */
export const plainName = (name: string): string =>
  name.endsWith(OF_IDS) ? name.slice(0, -OF_IDS.length) : name

/** What a column of ids is called in a mapping; nothing where the field refers to no rows. */
export const idsOf = (field: Field): string | null =>
  ['remoteSelect', 'remoteSelects', 'parent'].includes(field.kind) ? field.name + OF_IDS : null

/** Fields that an import may write, by which a file's columns may be called. */
export const writable = (resource: Resource) => resource.fields.filter((field) => !field.readonly)

/** A name as the node compares names: without case, blanks, full width, and what heads are decorated with. */
const plain = (text: string): string =>
  usual(text)
    .toLowerCase()
    .replace(/[\s_*():-]/g, '')

/** Whether a column is called as the ids of rows are: another system's list has ids of its own. */
export const isIdHead = (head: string): boolean => plain(head) === 'id'

/** Which field each column is, by its name in any language; none twice. Ids are never taken by themselves. */
export function matched(resource: Resource, heads: readonly string[]): Mapping {
  const taken = new Set<string>()
  return Object.fromEntries(
    heads.map((head) => {
      const wanted = plain(head)
      const field = writable(resource).find(
        (one) =>
          !taken.has(one.name) &&
          [one.name, one.label.zh, one.label.en].some((name) => plain(name) === wanted),
      )
      if (field) taken.add(field.name)
      return [head, field?.name ?? '']
    }),
  )
}

const filledBy = (mapping: Mapping): ReadonlySet<string> => new Set(Object.values(mapping).map(plainName))

/** Required fields that no column and no constant fills. */
export function unfilled(resource: Resource, mapping: Mapping, constants: Values = {}): string[] {
  const filled = filledBy(mapping)
  return writable(resource)
    .filter((field) => field.required && !field.default)
    .filter((field) => !filled.has(field.name) && !(field.name in constants))
    .map((field) => field.name)
}

/** Fields that may have one value for all rows: no column fills them, and rows may share them. */
export function open(resource: Resource, mapping: Mapping): readonly Field[] {
  const filled = filledBy(mapping)
  return writable(resource).filter((field) => !filled.has(field.name) && !field.unique && field.form)
}

/** The constants as the node takes them, without those that a column has meanwhile. */
export function sentConstants(resource: Resource, mapping: Mapping, constants: Values): Values {
  const filled = filledBy(mapping)
  return Object.fromEntries(
    Object.entries(constants).flatMap(([name, value]) => {
      const field = fieldOf(resource, name)
      return field && !filled.has(name) ? [[name, sent(field, value)]] : []
    }),
  )
}
