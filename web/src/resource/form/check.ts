import { isEmpty } from '../cells/values'
import { kindOf } from '../kinds'
import type { Wrong } from '../kinds/kind'
import type { Field } from '../schema/types'

export type { Wrong }

/** Whether a field must be filled in. */
export const needed = (field: Field, isNew: boolean): boolean =>
  kindOf(field).needs?.(field, isNew) ?? field.required

/**
 * The node's rules, checked while the user types. A stored value that is older than a rule may stay: `stored`
 * is the row's value, if there is a row.
 */
export function wrongWith(field: Field, value: unknown, isNew: boolean, stored?: unknown): Wrong | undefined {
  const kind = kindOf(field)
  const text = typeof value === 'string' && !kind.secret ? value.trim() : value
  const required = needed(field, isNew)
  if (isEmpty(text)) return required ? { key: kind.needed ?? 'validate.required' } : undefined
  return kind.wrong?.({ ...field, required }, text, stored)
}
