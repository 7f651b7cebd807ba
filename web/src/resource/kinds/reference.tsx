import { Tag } from '@arco-design/web-react'
import classes from '../cells/cells.module.css'
import { isEmpty } from '../cells/values'
import { nested, type Field, type ResourceRow } from '../schema/types'
import type { FieldKind, FilterBase } from './kind'
import { plainCell } from './text'
import { Missing, Text } from '../cells/Text'

/** A reference's label: what the row has nested. */
function related({ reference }: Field, row: ResourceRow): string[] {
  if (!reference) return []
  const value = nested(row, `${reference.relation}.${reference.field}`)
  if (Array.isArray(value)) return value.filter((each) => !isEmpty(each)).map(String)
  if (isEmpty(value)) return []
  // A number says little alone: the name stands beside it.
  const name = reference.field.endsWith('_no') ? nested(row, `${reference.relation}.name`) : undefined
  return [isEmpty(name) ? String(value) : `${String(value)} ${String(name)}`]
}

function remoteFilter({ reference }: Field, base: FilterBase, operator: string) {
  if (!reference) return null
  const label = reference.field
  return {
    ...base,
    kind: 'remote' as const,
    url: `/admin/${reference.controller}`,
    operator,
    optionLabel: (row: Record<string, unknown>) => String(row[label] ?? row.name ?? row.id).trim(),
  }
}

export const remoteSelect: FieldKind = {
  cell: plainCell,
  cellOfAny: ({ field, row, whole }) => {
    const words = related(field, row)
    return words.length === 0 ? <Missing /> : <Text text={words.join(', ')} whole={whole} />
  },
  filter: (field, base) => remoteFilter(field, base, 'eq'),
  fromDefault: Number,
}

export const remoteSelects: FieldKind = {
  cell: plainCell,
  cellOfAny: ({ field, row }) => {
    const words = related(field, row)
    if (words.length === 0) return <Missing />
    return (
      <span className={classes.tags}>
        {words.map((word) => (
          <Tag key={word} size="small" bordered>
            {word}
          </Tag>
        ))}
      </span>
    )
  },
  filter: (field, base) => remoteFilter(field, base, 'FIND_IN_SET'),
  empty: [],
  fromDefault: (text) => text.split(',').filter(Boolean),
  held: (stored) => (Array.isArray(stored) ? stored.map(Number) : []),
}

/** The row above in a tree; 0 for none. */
export const parent: FieldKind = {
  cell: (value) => (Number(value) > 0 ? <>#{String(value)}</> : <Missing />),
  filter: (field, base) => remoteFilter(field, base, 'eq'),
  empty: 0,
  fromDefault: Number,
  held: (stored) => Number(stored ?? 0),
}
