import { kindOf } from '../kinds'
import type { LabelSource } from '../kinds/kind'
import { resourceOf } from '../schema/store'
import { allFields, fieldOf, type Field, type Resource } from '../schema/types'
import type { Filter } from '../types'
import { RESERVED } from '../useListState'

function filterOf(field: Field, labels: LabelSource): Filter | null {
  if (field.operator === 'false') return null
  return kindOf(field).filter(field, { field: field.name, label: labels.labelOf(field.label) }, labels)
}

/** Shown before the others: what people narrow lists by most. */
function rank(filter: Filter): number {
  if (filter.field === 'pid' || filter.field === 'level') return 3
  if (filter.kind === 'select' || filter.kind === 'many' || filter.kind === 'remote') return 0
  return filter.kind === 'text' ? 1 : 2
}

/** The common search of a resource. */
export function filtersOf(resource: Resource, labels: LabelSource): Filter[] {
  const all = allFields(resource)
    .filter((field) => field.name !== 'id')
    .map((field) => filterOf(field, labels))
    .filter((filter) => filter !== null)
  return [...all].sort((a, b) => rank(a) - rank(b))
}

/** Conditions of a link that the common search does not offer: `user.nickname`, `id`. */
export function linkedFilters(
  resource: Resource,
  known: readonly Filter[],
  keys: Iterable<string>,
  labels: LabelSource,
): Filter[] {
  const offered = new Set(known.map((filter) => filter.field))
  const extra: Filter[] = []
  for (const key of new Set(keys)) {
    if (RESERVED.has(key) || offered.has(key)) continue
    const [relation = '', name = ''] = key.includes('.') ? key.split('.') : ['', key]
    if (!relation) {
      const field = allFields(resource).find((one) => one.name === name)
      if (field && !kindOf(field).secret)
        extra.push({ kind: 'text', field: key, label: labels.labelOf(field.label), operator: '=' })
      continue
    }
    const plain = (text: string): string => text.replaceAll('_', '').toLowerCase()
    const via = resource.fields.find(
      (field) => field.reference && plain(field.reference.relation) === plain(relation),
    )
    if (!via?.reference) continue
    const other = resourceOf(via.reference.controller)
    const field = other && fieldOf(other, name)
    const label = field
      ? `${labels.labelOf(via.label)} · ${labels.labelOf(field.label)}`
      : `${labels.labelOf(via.label)} · ${name}`
    extra.push({ kind: 'text', field: key, label, operator: 'LIKE' })
  }
  return extra
}

/** All that a list under an address with these parameters can be narrowed by. */
export function listFilters(resource: Resource, linked: Iterable<string>, labels: LabelSource): Filter[] {
  const own = filtersOf(resource, labels)
  return [...linkedFilters(resource, own, linked, labels), ...own]
}
