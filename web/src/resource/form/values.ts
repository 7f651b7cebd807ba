import { listOf } from '../cells/values'
import type { Field, Resource, ResourceRow, Values } from '../schema/types'
import { allFields } from '../schema/types'

const LISTS = ['checkbox', 'selects', 'images', 'files', 'city', 'remoteSelects']
const NUMBERS = ['number', 'decimal', 'money', 'weigh', 'year']

/** The fields a form asks for. */
export const formFields = (resource: Resource): readonly Field[] =>
  resource.fields.filter((field) => field.form && !field.readonly)

function fromDefault(field: Field): unknown {
  const text = field.default
  if (text === null) return field.kind === 'parent' ? 0 : LISTS.includes(field.kind) ? [] : null
  switch (field.kind) {
    case 'switch':
    case 'status':
    case 'remoteSelect':
    case 'parent':
    case 'timestamp':
      return Number(text)
    case 'radio':
    case 'select':
      return field.options?.find((option) => String(option.value) === text)?.value ?? text
    case 'array':
    case 'json':
      try {
        return JSON.parse(text) as unknown
      } catch {
        return null
      }
    default:
      return LISTS.includes(field.kind) ? listOf(text) : text
  }
}

/** A stored value, as the field's widget holds it. */
export function widgetValue(field: Field, stored: unknown): unknown {
  if (field.kind === 'remoteSelects') return Array.isArray(stored) ? stored.map(Number) : []
  if (LISTS.includes(field.kind)) return listOf(stored)
  if (NUMBERS.includes(field.kind)) return stored === null || stored === undefined ? '' : String(stored)
  if (field.kind === 'parent') return Number(stored ?? 0)
  if (field.kind === 'array') return Array.isArray(stored) ? stored : []
  if (field.kind === 'json')
    return typeof stored === 'string' || stored === null || stored === undefined
      ? stored || ''
      : JSON.stringify(stored, null, 2)
  return stored ?? null
}

export function initialValues(fields: readonly Field[], row: ResourceRow | null): Values {
  return Object.fromEntries(
    fields.map((field) => [field.name, widgetValue(field, row ? row[field.name] : fromDefault(field))]),
  )
}

/** What a widget holds, as the node takes it. */
export function sent(field: Field, value: unknown): unknown {
  if (field.kind === 'json') {
    if (typeof value !== 'string') return value ?? null
    return value.trim() ? (JSON.parse(value) as unknown) : null
  }
  // Keep spaces of passwords and of texts with several lines.
  if (typeof value === 'string' && field.kind !== 'password' && field.kind !== 'textarea') {
    const text = value.trim()
    return text === '' && (NUMBERS.includes(field.kind) || field.kind === 'date') ? null : text
  }
  return value ?? null
}

export const same = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null) || ((a ?? '') === '' && (b ?? '') === '')

/** All of a new row; of one that is there only what was changed. */
export function bodyOf(fields: readonly Field[], values: Values, before: Values | null): Values {
  return Object.fromEntries(
    fields
      .filter((field) => !before || !same(values[field.name], before[field.name]))
      .filter((field) => field.kind !== 'password' || values[field.name])
      .map((field) => [field.name, sent(field, values[field.name])]),
  )
}

export const isDirty = (fields: readonly Field[], values: Values, before: Values): boolean =>
  fields.some((field) => !same(values[field.name], before[field.name]))

/**
 * Fields that narrow what this reference offers: a shelf's area lies in the shelf's warehouse. Only fields above it do:
 * a further unit of a product says nothing of the product's own.
 */
export function narrowedBy(field: Field, fields: readonly Field[], target: Resource | undefined): Field[] {
  if (!target || field.kind !== 'remoteSelect') return []
  const theirs = new Set(
    allFields(target)
      .filter((one) => one.kind === 'remoteSelect')
      .map((one) => one.name),
  )
  const above = fields.slice(
    0,
    fields.findIndex(({ name }) => name === field.name),
  )
  return above.filter((other) => other.kind === 'remoteSelect' && theirs.has(other.name))
}
