import { kindOf } from '../kinds'
import type { Field, Resource, ResourceRow, Values } from '../schema/types'
import { allFields } from '../schema/types'

/** The fields a form asks for. */
export const formFields = (resource: Resource): readonly Field[] =>
  // The order of rows is made by dragging them.
  resource.fields.filter((field) => field.form && !field.readonly && field.name !== resource.weigh)

function fromDefault(field: Field): unknown {
  const kind = kindOf(field)
  const text = field.default
  if (text === null) return kind.empty ?? null
  return kind.fromDefault ? kind.fromDefault(text, field) : text
}

/** A stored value, as the field's widget holds it. */
export function widgetValue(field: Field, stored: unknown): unknown {
  const { held } = kindOf(field)
  return held ? held(stored) : (stored ?? null)
}

export function initialValues(fields: readonly Field[], row: ResourceRow | null): Values {
  return Object.fromEntries(
    fields.map((field) => [field.name, widgetValue(field, row ? row[field.name] : fromDefault(field))]),
  )
}

/** What a widget holds, as the node takes it. */
export function sent(field: Field, value: unknown): unknown {
  const kind = kindOf(field)
  if (kind.sent) return kind.sent(value)
  if (typeof value === 'string' && !kind.keepsSpaces) {
    const text = value.trim()
    return text === '' && kind.blankIsNull ? null : text
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
      .filter((field) => !kindOf(field).secret || values[field.name])
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
