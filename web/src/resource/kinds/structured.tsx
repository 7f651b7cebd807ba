import ui from '@/shared/ui/ui.module.css'
import classes from '../cells/cells.module.css'
import { jsonLine, jsonText, listOf } from '../cells/values'
import { list } from './choice'
import type { FieldKind } from './kind'
import { textFilter } from './text'
import { Text } from '../cells/Text'

function Pairs({ value }: { value: unknown }) {
  const pairs = Array.isArray(value) ? (value as { key?: unknown; value?: unknown }[]) : []
  return (
    <dl className={`${ui.facts} ${classes.pairs}`}>
      {pairs.map((pair, index) => [
        <dt key={`${index} key`}>{String(pair.key ?? '')}</dt>,
        <dd key={`${index} value`}>{String(pair.value ?? '')}</dd>,
      ])}
    </dl>
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

export const json: FieldKind = {
  cell: (value, { whole }) =>
    whole ? <pre className={classes.json}>{jsonText(value)}</pre> : <Text text={jsonLine(value)} mono />,
  filter: textFilter,
  wrong: (_, value) => {
    try {
      if (typeof value === 'string') JSON.parse(value)
      return undefined
    } catch {
      return { key: 'resource.jsonRule' }
    }
  },
  fromDefault: parsed,
  held: (stored) =>
    typeof stored === 'string' || stored === null || stored === undefined
      ? stored || ''
      : JSON.stringify(stored, null, 2),
  sent: (value) => {
    if (typeof value !== 'string') return value ?? null
    return value.trim() ? (JSON.parse(value) as unknown) : null
  },
  wide: true,
}

/** Pairs of a key and a value. */
export const array: FieldKind = {
  cell: (value, { whole }) => (whole ? <Pairs value={value} /> : <Text text={jsonLine(value)} />),
  filter: textFilter,
  wrong: (_, value) => {
    const keys = (Array.isArray(value) ? (value as { key?: string }[]) : []).map((pair) => pair.key ?? '')
    if (keys.some((key) => !key.trim())) return { key: 'resource.pairKey' }
    return new Set(keys).size < keys.length ? { key: 'resource.pairTwice' } : undefined
  },
  fromDefault: parsed,
  held: (stored) => (Array.isArray(stored) ? stored : []),
  wide: true,
}

/** Province, city, district, from the widest. */
export const city: FieldKind = {
  ...list,
  cell: (value, { field, row, whole }) => (
    <Text text={String(row[`${field.name}_text`] ?? listOf(value).join(' / '))} whole={whole} />
  ),
  filter: textFilter,
}
