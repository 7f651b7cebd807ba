import { Status } from '../cells/Status'
import { SwitchCell } from '../cells/SwitchCell'
import { stateLabel } from '../schema/types'
import type { FieldKind } from './kind'
import { plainCell } from './text'

/** Off or on: 0 or 1. */
export const state: FieldKind = {
  cell: plainCell,
  cellOfAny: ({ resource, field, row, editable, saved }) =>
    editable && saved ? (
      <SwitchCell resource={resource} field={field} row={row} saved={saved} />
    ) : (
      <Status field={field} on={Number(row[field.name]) === 1} />
    ),
  filter: (field, base, { labelOf }) => ({
    ...base,
    kind: 'select',
    options: [true, false].map((on) => ({ value: on ? '1' : '0', label: labelOf(stateLabel(field, on)) })),
  }),
  fromDefault: Number,
}
