import {
  allFields,
  fieldOf,
  stateLabel,
  type Field,
  type Resource,
  type LocalizedText,
} from '../schema/types'
import { resourceOf } from '../schema/store'
import type { Filter } from '../types'
import { RESERVED } from '../useListState'

export interface LabelSource {
  labelOf: (words: LocalizedText) => string
}

function filterOf(field: Field, { labelOf }: LabelSource): Filter | null {
  const { operator } = field
  if (operator === 'false' || field.kind === 'weigh') return null
  const base = { field: field.name, label: labelOf(field.label) }
  const options = field.options?.map((option) => ({
    value: String(option.value),
    label: labelOf(option.label),
  }))
  switch (field.kind) {
    case 'switch':
    case 'status':
      return {
        ...base,
        kind: 'select',
        options: [true, false].map((on) => ({
          value: on ? '1' : '0',
          label: labelOf(stateLabel(field, on)),
        })),
      }
    case 'radio':
    case 'select':
      // An empty text can't be asked for: conditions without a value are left out.
      return { ...base, kind: 'many', options: (options ?? []).filter(({ value }) => value !== '') }
    case 'checkbox':
    case 'selects':
      return { ...base, kind: 'many', options: options ?? [], operator }
    case 'timestamp':
      return { ...base, kind: 'dates' }
    case 'date':
      return { ...base, kind: 'dates', plain: 'date' }
    case 'datetime':
      return { ...base, kind: 'dates', plain: 'datetime' }
    case 'number':
    case 'decimal':
    case 'money':
    case 'year':
      return operator === 'RANGE'
        ? { ...base, kind: 'numbers' }
        : { ...base, kind: 'text', operator: field.name === 'id' ? '=' : operator }
    case 'remoteSelect':
    case 'remoteSelects':
    case 'parent': {
      if (!field.reference) return null
      const label = field.reference.field
      return {
        ...base,
        kind: 'remote',
        url: `/admin/${field.reference.controller}`,
        operator: field.kind === 'remoteSelects' ? 'FIND_IN_SET' : 'eq',
        optionLabel: (row) => String(row[label] ?? row.name ?? row.id).trim(),
      }
    }
    default:
      return { ...base, kind: 'text', operator }
  }
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
      if (field && field.kind !== 'password')
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
