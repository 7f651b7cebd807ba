import { wrongWith, type Wrong } from '@/resource/form/check'
import { same, widgetValue } from '@/resource/form/values'
import { ownField, type Field, type Kind, type Reference, type Values } from '@/resource/schema/types'
import type { Schema } from '@/shared/http'
import { failing, type ValidatorName } from '@/shared/rules/validators'

/** A setting as the node sends it. For a password it has only whether one is stored. */
export type Setting = Schema<'SettingView'>
export type SettingGroup = Schema<'SettingGroup'>

/** Types that people may choose for a setting of their own. */
export const TYPES = [
  'string',
  'textarea',
  'number',
  'password',
  'switch',
  'radio',
  'checkbox',
  'select',
  'selects',
  'date',
  'time',
  'datetime',
  'year',
  'color',
  'icon',
  'image',
  'images',
  'file',
  'files',
  'city',
  'array',
  'editor',
] as const satisfies readonly Kind[]

/** Types that choose among given values. */
export const CHOOSING: readonly string[] = ['radio', 'checkbox', 'select', 'selects']
export const RULES = [
  'required',
  'editorRequired',
  'mobile',
  'idNumber',
  'account',
  'password',
  'varName',
  'email',
  'url',
  'number',
  'integer',
  'float',
] as const satisfies readonly ValidatorName[]
const TEXT_MAX = 60_000

const rulesOf = (setting: Setting): string[] =>
  setting.rule
    .split(',')
    .map((rule) => rule.trim())
    .filter(Boolean)

/** The rows that a setting chooses among, which its input's properties name. */
function referenceOf({ type, input_extend }: Setting): Reference | undefined {
  if (type !== 'remoteSelects' || typeof input_extend?.controller !== 'string') return undefined
  return { controller: input_extend.controller, field: String(input_extend.field ?? 'name'), relation: '' }
}

/** A setting as a field of a form. */
export function asField(setting: Setting): Field {
  const rules = rulesOf(setting)
  const reference = referenceOf(setting)
  const known = (TYPES as readonly string[]).includes(setting.type) || reference !== undefined
  return {
    ...ownField(setting.name, setting.title, known ? (setting.type as Kind) : 'string'),
    required: rules.includes('required') || rules.includes('editorRequired'),
    // The longest text; a number's range is the server's.
    max: setting.type === 'number' ? undefined : TEXT_MAX,
    reference,
    decimals: rules.includes('integer') ? 0 : 10,
    rule: rules.includes('email')
      ? 'email'
      : rules.includes('mobile')
        ? 'mobile'
        : rules.includes('url')
          ? 'url'
          : undefined,
    options: Object.entries(setting.content ?? {}).map(([value, label]) => ({
      value,
      label: { zh: String(label), en: String(label) },
    })),
  }
}

/** What a setting's widget holds. */
export function heldBy(setting: Setting): unknown {
  const field = asField(setting)
  if (field.kind === 'switch')
    return setting.value === true || setting.value === '1' || setting.value === 1 ? 1 : 0
  return widgetValue(field, setting.value)
}

export const valuesOf = (settings: readonly Setting[]): Values =>
  Object.fromEntries(settings.map((setting) => [setting.name, heldBy(setting)]))

/** Settings whose value is another one than the node's. */
export const changed = (settings: readonly Setting[], values: Values): Values =>
  Object.fromEntries(
    settings
      .filter((setting) => !same(values[setting.name], heldBy(setting)))
      .map((setting) => [setting.name, values[setting.name]]),
  )

export function wrongSetting(setting: Setting, value: unknown): Wrong | undefined {
  const rules = rulesOf(setting)
  const field = asField(setting)
  // A stored password is not shown: empty leaves it as it is.
  if (field.kind === 'password') return undefined
  const text = typeof value === 'string' ? value.trim() : ''
  const held = heldBy(setting)
  // A value that was stored before its rule may stay.
  const key =
    text && !same(value, held)
      ? RULES.filter((rule) => rules.includes(rule))
          .map((rule) => failing(rule, text))
          .find((failed) => failed !== undefined)
      : undefined
  return key ? { key } : wrongWith(field, value, false, held)
}
