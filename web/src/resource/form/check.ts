import { decimal, places } from '@/shared/number/decimal'
import { isAccount, isEmail, isMobile, isPassword } from '@/shared/rules/person'
import { isEmpty } from '../cells/values'
import type { Field } from '../schema/types'

const VARIABLE = /^[a-zA-Z_][a-zA-Z0-9_]*$/
const URL_FORM = /^(https?:\/\/|\/)\S+$/
const COLOUR = /^(#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(rgb|hsl)a?\([\d\s%.,/]+\))$/i

/** Key of the words for what is wrong, and what they tell. */
export interface Wrong {
  key: string
  values?: Record<string, string | number>
}

function ofRule(field: Field, text: string): Wrong | undefined {
  const failed =
    (field.rule === 'mobile' && !isMobile(text) && 'resource.mobileRule') ||
    (field.rule === 'email' && !isEmail(text) && 'resource.emailRule') ||
    (field.rule === 'account' && !isAccount(text) && 'resource.accountRule') ||
    (field.rule === 'varName' && !VARIABLE.test(text) && 'resource.varNameRule') ||
    (field.rule === 'url' && !URL_FORM.test(text) && 'resource.urlRule')
  return failed ? { key: failed } : undefined
}

function ofNumber(field: Field, text: string): Wrong | undefined {
  const number = decimal(text)
  const digits = field.decimals ?? 0
  if (!number) return { key: 'resource.number' }
  if (places(number) > digits)
    return digits ? { key: 'resource.decimals', values: { count: digits } } : { key: 'resource.whole' }
  const unsigned = field.kind === 'decimal' || field.kind === 'money'
  if (unsigned && number.lt(0)) return { key: 'resource.numberRule' }
  if (field.min !== undefined && Number.isSafeInteger(field.min) && number.lt(field.min))
    return { key: 'resource.least', values: { min: field.min } }
  if (field.max !== undefined && Number.isSafeInteger(field.max) && number.gt(field.max))
    return { key: 'resource.most', values: { max: field.max } }
  return undefined
}

/** The same rules as the node's, so that a mistake is told while it is made. */
export function wrongWith(field: Field, value: unknown, isNew: boolean): Wrong | undefined {
  const text = typeof value === 'string' ? value.trim() : value
  const required = field.required || (field.kind === 'password' && isNew)
  if (isEmpty(text)) return required ? { key: 'common.required' } : undefined
  switch (field.kind) {
    case 'number':
    case 'decimal':
    case 'money':
    case 'weigh':
    case 'year':
      return ofNumber(field, String(text))
    case 'password':
      return isPassword(String(value)) ? undefined : { key: 'resource.passwordRule' }
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
      if (field.max !== undefined && [...String(text)].length > field.max)
        return { key: 'resource.tooLong', values: { count: field.max } }
      return field.kind === 'string' ? ofRule(field, String(text)) : undefined
    default:
      return undefined
  }
}
