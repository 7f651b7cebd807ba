import { decimal, places } from '@/shared/number/decimal'
import { failing, isBlankHtml } from '@/shared/rules/validators'
import { isEmpty } from '../cells/values'
import type { Field } from '../schema/types'

const COLOUR = /^(#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(rgb|hsl)a?\([\d\s%.,/]+\))$/i

/** Messages for empty required fields that differ from the usual one. */
const NEEDED: Partial<Record<Field['kind'], string>> = {
  textarea: 'validate.content',
  editor: 'validate.editorRequired',
}

/** Key of the error text, and its parameters. */
export interface Wrong {
  key: string
  values?: Record<string, string | number>
}

function ofRule(field: Field, text: string): Wrong | undefined {
  const key = field.rule && failing(field.rule, text)
  return key ? { key } : undefined
}

function ofNumber(field: Field, text: string): Wrong | undefined {
  const number = decimal(text)
  const digits = field.decimals ?? 0
  if (!number) return { key: digits ? 'validate.number' : 'validate.integer' }
  if (places(number) > digits)
    return digits ? { key: 'resource.decimals', values: { count: digits } } : { key: 'validate.integer' }
  const unsigned = field.kind === 'decimal' || field.kind === 'money'
  if (unsigned && number.lt(0)) return { key: 'resource.numberRule' }
  if (field.min !== undefined && Number.isSafeInteger(field.min) && number.lt(field.min))
    return { key: 'resource.least', values: { min: field.min } }
  if (field.max !== undefined && Number.isSafeInteger(field.max) && number.gt(field.max))
    return { key: 'resource.most', values: { max: field.max } }
  return undefined
}

/**
 *
 * The node's rules, checked while the user types. A stored value that is older than a rule may stay: `stored`
 * is the row's value, if there is a row.
 */
export function wrongWith(field: Field, value: unknown, isNew: boolean, stored?: unknown): Wrong | undefined {
  const text = typeof value === 'string' && field.kind !== 'password' ? value.trim() : value
  const required = field.required || (field.kind === 'password' && isNew)
  if (isEmpty(text)) return required ? { key: NEEDED[field.kind] ?? 'validate.required' } : undefined
  switch (field.kind) {
    case 'number':
    case 'decimal':
    case 'money':
    case 'weigh':
    case 'year':
      return ofNumber(field, String(text))
    case 'password':
      return failing('password', String(value)) ? { key: 'validate.password' } : undefined
    case 'color':
      return COLOUR.test(String(text)) ? undefined : { key: 'resource.colourRule' }
    case 'json':
      try {
        if (typeof text === 'string') JSON.parse(text)
        return undefined
      } catch {
        return { key: 'resource.jsonRule' }
      }
    case 'array': {
      const keys = (Array.isArray(value) ? (value as { key?: string }[]) : []).map((pair) => pair.key ?? '')
      if (keys.some((key) => !key.trim())) return { key: 'resource.pairKey' }
      return new Set(keys).size < keys.length ? { key: 'resource.pairTwice' } : undefined
    }
    case 'string':
    case 'textarea':
    case 'editor':
      if (field.kind === 'editor' && required && isBlankHtml(String(text)))
        return { key: 'validate.editorRequired' }
      if (field.max !== undefined && [...String(text)].length > field.max)
        return { key: 'resource.tooLong', values: { count: field.max } }
      return field.kind === 'string' && text !== stored ? ofRule(field, String(text)) : undefined
    default:
      return undefined
  }
}
