import type { Resource } from '../schema/types'

/** A file's column -> a field's name; an empty one leaves the column out. */
export type Mapping = Record<string, string>

/** Fields that an import may write, by which a file's columns may be called. */
export const writable = (resource: Resource) => resource.fields.filter((field) => !field.readonly)

const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_*()-]/g, '')

/** Which field each column is, by its name in any language; none twice. */
export function matched(resource: Resource, heads: readonly string[]): Mapping {
  const taken = new Set<string>()
  return Object.fromEntries(
    heads.map((head) => {
      const wanted = plain(head)
      if (wanted === 'id' && !taken.has('id')) {
        taken.add('id')
        return [head, 'id']
      }
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

/** Required fields that no column fills. */
export function unfilled(resource: Resource, mapping: Mapping): string[] {
  const filled = new Set(Object.values(mapping))
  return writable(resource)
    .filter((field) => field.required && !field.default && !filled.has(field.name))
    .map((field) => field.name)
}
