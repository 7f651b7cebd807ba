import { Input, Switch } from '@arco-design/web-react'
import { stateLabel, type Rule } from '../../schema/types'
import { useLabel } from '../../schema/useLabel'
import type { WidgetProps } from '../../widgets/types'

const NUMBER = /^-?\d*\.?\d*$/
const TYPES: Partial<Record<Rule, string>> = { mobile: 'tel', email: 'email' }

export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

export function TextInput({ field, label, value, onChange, disabled, id }: WidgetProps) {
  return (
    <Input
      id={id}
      aria-label={label}
      type={(field.rule && TYPES[field.rule]) ?? 'text'}
      maxLength={field.max && field.max <= 200 ? { length: field.max, errorOnly: true } : undefined}
      disabled={disabled}
      value={textOf(value)}
      onChange={onChange}
    />
  )
}

export function TextArea({ label, value, onChange, disabled, id }: WidgetProps) {
  return (
    <Input.TextArea
      id={id}
      aria-label={label}
      value={textOf(value)}
      disabled={disabled}
      onChange={onChange}
      autoSize={{ minRows: 2, maxRows: 8 }}
    />
  )
}

export function PasswordInput({ label, value, onChange, disabled, id }: WidgetProps) {
  return (
    <Input.Password
      id={id}
      aria-label={label}
      autoComplete="new-password"
      value={textOf(value)}
      disabled={disabled}
      onChange={onChange}
    />
  )
}

export function NumberInput({ field, label, value, onChange, disabled, id }: WidgetProps) {
  return (
    <Input
      id={id}
      aria-label={label}
      inputMode={field.kind === 'number' || field.kind === 'weigh' ? 'numeric' : 'decimal'}
      disabled={disabled}
      value={textOf(value)}
      onChange={(next) => {
        if (NUMBER.test(next.trim())) onChange?.(next)
      }}
    />
  )
}

export function StateInput({ field, label, value, onChange, disabled, id }: WidgetProps) {
  const labelOf = useLabel()
  const named = (on: boolean) => (field.kind === 'status' ? labelOf(stateLabel(field, on)) : undefined)
  return (
    <Switch
      id={id}
      aria-label={label}
      disabled={disabled}
      checked={Number(value) === 1}
      checkedText={named(true)}
      uncheckedText={named(false)}
      onChange={(on) => onChange?.(on ? 1 : 0)}
    />
  )
}
