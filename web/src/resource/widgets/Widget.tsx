import { Checkbox, Input, Radio, Select, Switch } from '@arco-design/web-react'
import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { loadTexts } from '@/shared/i18n'
import { nested, stateLabel, type Field, type Rule } from '../schema/types'
import { useLabel } from '../schema/useLabel'
import { EditorMissing } from './EditorMissing'
import type { WidgetProps } from './types'

type Loader = () => Promise<{ default: ComponentType<WidgetProps> }>
/** Heavier widgets arrive with the first form that has one. */
const later = (load: Loader, ...texts: string[]) =>
  lazy(() => Promise.all([load(), loadTexts(...texts)]).then(([widget]) => widget))

/** Where its chunk can't be loaded, the field says so, and its text stays as it is. */
const Editor = later(() => import('./Editor').catch(() => ({ default: EditorMissing })), 'widgets', 'upload')
const Colour = later(() => import('./Colour'))
const IconPick = later(() => import('./IconPick'), 'widgets')
const Files = later(() => import('./Files'), 'widgets', 'upload')
const Dates = later(() => import('./Dates'))
const City = later(() => import('./City'))
const Pairs = later(() => import('./Pairs'), 'widgets')
const JsonText = later(() => import('./JsonText'), 'widgets')
const RemoteSelects = later(() => import('./RemoteSelects'))
const Parent = later(() => import('./Parent'), 'widgets')

const LATER: Partial<Record<Field['kind'], ComponentType<WidgetProps>>> = {
  editor: Editor,
  color: Colour,
  icon: IconPick,
  image: Files,
  images: Files,
  file: Files,
  files: Files,
  city: City,
  date: Dates,
  datetime: Dates,
  timestamp: Dates,
  time: Dates,
  year: Dates,
  array: Pairs,
  json: JsonText,
  remoteSelects: RemoteSelects,
  parent: Parent,
}

const NUMBER = /^-?\d*\.?\d*$/
const INPUT_TYPES: Partial<Record<Rule, string>> = { mobile: 'tel', email: 'email' }

interface Props extends WidgetProps {
  /** In place of the kind's own. */
  custom?: ComponentType<WidgetProps>
  narrowers?: readonly Field[]
}

/** The widget of a field's kind. */
export function Widget({ custom: Custom, narrowers = [], ...props }: Props) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const { field, label, value, onChange, disabled, row, values, id } = props
  const Later = Custom ?? LATER[field.kind]
  if (Later)
    return (
      <Suspense fallback={<Input disabled aria-label={label} />}>
        <Later {...props} />
      </Suspense>
    )
  const text = value === null || value === undefined ? '' : String(value)
  const options = field.options?.map((option) => ({ value: option.value, label: labelOf(option.label) }))
  switch (field.kind) {
    case 'textarea':
      return (
        <Input.TextArea
          id={id}
          aria-label={label}
          value={text}
          disabled={disabled}
          onChange={onChange}
          autoSize={{ minRows: 2, maxRows: 8 }}
        />
      )
    case 'password':
      return (
        <Input.Password
          id={id}
          aria-label={label}
          autoComplete="new-password"
          value={text}
          disabled={disabled}
          onChange={onChange}
        />
      )
    case 'switch':
    case 'status':
      return (
        <Switch
          id={id}
          aria-label={label}
          disabled={disabled}
          checked={Number(value) === 1}
          checkedText={field.kind === 'status' ? labelOf(stateLabel(field, true)) : undefined}
          uncheckedText={field.kind === 'status' ? labelOf(stateLabel(field, false)) : undefined}
          onChange={(on) => onChange?.(on ? 1 : 0)}
        />
      )
    case 'radio':
      return (
        <Radio.Group
          aria-label={label}
          value={value}
          disabled={disabled}
          options={options}
          onChange={onChange}
        />
      )
    case 'checkbox':
      return (
        <Checkbox.Group
          aria-label={label}
          value={Array.isArray(value) ? value : []}
          disabled={disabled}
          options={options}
          onChange={onChange}
        />
      )
    case 'select':
    case 'selects':
      return (
        <Select
          id={id}
          aria-label={label}
          mode={field.kind === 'selects' ? 'multiple' : undefined}
          allowClear={!field.required}
          showSearch={(options?.length ?? 0) > 8}
          disabled={disabled}
          placeholder={t('common.choose')}
          value={(value as string | number | string[] | null) ?? undefined}
          options={options}
          onChange={(next) => onChange?.(next ?? null)}
        />
      )
    case 'remoteSelect': {
      const { reference } = field
      if (!reference) return null
      const missing = narrowers.some((narrower) => !values[narrower.name])
      const search = narrowers.map((narrower) => ({
        field: narrower.name,
        val: String(values[narrower.name] ?? ''),
        operator: 'eq',
      }))
      const narrowed = {
        ...(search.length && !missing ? { search } : {}),
        // A row with a warehouse can only be saved where its node may be used.
        ...(reference.controller === 'warehouse.Warehouse'
          ? { usable_for: `${props.resource.name}/${row ? 'edit' : 'add'}` }
          : {}),
      }
      const known =
        row && row[field.name] === value ? nested(row, `${reference.relation}.${reference.field}`) : null
      return (
        <RemoteSelect
          id={id}
          url={`/admin/${reference.controller}`}
          ariaLabel={label}
          label={(choice) => String(choice[reference.field] ?? choice.name ?? choice.id)}
          value={typeof value === 'number' && value > 0 ? value : null}
          known={typeof known === 'string' ? known : undefined}
          disabled={disabled || missing}
          placeholder={
            missing
              ? t('resource.chooseFirst', { name: narrowers.map((one) => labelOf(one.label)).join() })
              : undefined
          }
          params={narrowed}
          onChange={onChange}
          allowClear={!field.required}
        />
      )
    }
    case 'number':
    case 'decimal':
    case 'money':
    case 'weigh':
      return (
        <Input
          id={id}
          aria-label={label}
          inputMode={field.kind === 'number' || field.kind === 'weigh' ? 'numeric' : 'decimal'}
          disabled={disabled}
          value={text}
          onChange={(next) => {
            if (NUMBER.test(next.trim())) onChange?.(next)
          }}
        />
      )
    default:
      return (
        <Input
          id={id}
          aria-label={label}
          type={(field.rule && INPUT_TYPES[field.rule]) ?? 'text'}
          maxLength={field.max && field.max <= 200 ? { length: field.max, errorOnly: true } : undefined}
          disabled={disabled}
          value={text}
          onChange={onChange}
        />
      )
  }
}
