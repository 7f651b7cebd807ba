import { Tags } from '../cells/Tags'
import { listOf } from '../cells/values'
import type { Field } from '../schema/types'
import type { FieldKind, LabelSource } from './kind'

const optionsOf = (field: Field, { labelOf }: LabelSource) =>
  (field.options ?? []).map((option) => ({ value: String(option.value), label: labelOf(option.label) }))

/** One of several. */
export const one: FieldKind = {
  cell: (value, { field }) => <Tags field={field} values={[value]} />,
  // An empty text can't be asked for: conditions without a value are left out.
  filter: (field, base, labels) => ({
    ...base,
    kind: 'many',
    options: optionsOf(field, labels).filter(({ value }) => value !== ''),
  }),
  fromDefault: (text, field) => field.options?.find((option) => String(option.value) === text)?.value ?? text,
}

/** A list of texts, which came as one or with commas between. */
export const list = { empty: [], fromDefault: listOf, held: listOf } satisfies Partial<FieldKind>

/** Some of several. */
export const several: FieldKind = {
  ...list,
  cell: (value, { field }) => <Tags field={field} values={listOf(value)} />,
  filter: (field, base, labels) => ({
    ...base,
    kind: 'many',
    options: optionsOf(field, labels),
    operator: field.operator,
  }),
}
