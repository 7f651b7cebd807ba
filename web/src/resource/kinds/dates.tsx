import { moment } from '@/shared/ui/time'
import type { FieldKind } from './kind'
import { plainCell, textFilter } from './text'

export const time: FieldKind = { cell: plainCell, filter: textFilter }

export const date: FieldKind = {
  cell: plainCell,
  filter: (_, base) => ({ ...base, kind: 'dates', plain: 'date' }),
  blankIsNull: true,
}

export const datetime: FieldKind = {
  cell: plainCell,
  filter: (_, base) => ({ ...base, kind: 'dates', plain: 'datetime' }),
}

/** Unix seconds. */
export const timestamp: FieldKind = {
  cell: (value, { whole }) =>
    typeof value === 'string' && Number.isNaN(Number(value)) ? (
      <>{value}</>
    ) : (
      <time>{moment(Number(value), whole ? 'YYYY-MM-DD HH:mm:ss' : undefined)}</time>
    ),
  filter: (_, base) => ({ ...base, kind: 'dates' }),
  fromDefault: Number,
  wideOnly: true,
}
