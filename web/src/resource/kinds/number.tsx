import { decimal as read, places } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import type { Field } from '../schema/types'
import type { FieldKind, Wrong } from './kind'

function wrongNumber(field: Field, text: string, unsigned: boolean): Wrong | undefined {
  const number = read(text)
  const digits = field.decimals ?? 0
  if (!number) return { key: digits ? 'validate.number' : 'validate.integer' }
  if (places(number) > digits)
    return digits ? { key: 'resource.decimals', values: { count: digits } } : { key: 'validate.integer' }
  if (unsigned && number.lt(0)) return { key: 'resource.numberRule' }
  if (field.min !== undefined && Number.isSafeInteger(field.min) && number.lt(field.min))
    return { key: 'resource.least', values: { min: field.min } }
  if (field.max !== undefined && Number.isSafeInteger(field.max) && number.gt(field.max))
    return { key: 'resource.most', values: { max: field.max } }
  return undefined
}

/** A number as the input holds it: a text, so that nothing is rounded while somebody types. */
const asText = (stored: unknown): string => (stored === null || stored === undefined ? '' : String(stored))

export const number: FieldKind = {
  cell: (value, { field }) =>
    field.name === 'id' || Number.isNaN(Number(value)) ? (
      <>{String(value)}</>
    ) : (
      <Numeral value={String(value)} />
    ),
  filter: ({ operator, name }, base) =>
    operator === 'RANGE'
      ? { ...base, kind: 'numbers' }
      : { ...base, kind: 'text', operator: name === 'id' ? '=' : operator },
  wrong: (field, value) => wrongNumber(field, String(value), false),
  held: asText,
  blankIsNull: true,
  numeric: true,
}

/** Never below zero. */
export const decimal: FieldKind = {
  ...number,
  wrong: (field, value) => wrongNumber(field, String(value), true),
}

export const money: FieldKind = { ...decimal, cell: (value) => <Numeral value={String(value)} money /> }

/** A row's place, which dragging changes. */
export const weigh: FieldKind = { ...number, filter: () => null }

export const year: FieldKind = { ...number, cell: (value) => <>{String(value)}</>, numeric: false }
