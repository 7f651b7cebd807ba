import { Checkbox, DatePicker, Input, Radio, Select } from '@arco-design/web-react'
import { RemoteSelect } from '../RemoteSelect'
import { WarehouseSelect } from '../WarehouseSelect'
import classes from './action.module.css'
import { Fault } from './Fault'
import type { AnyField } from './fields'

interface Props {
  field: AnyField
  id: string
  value: unknown
  fault: string | null
  change: (value: unknown) => void
  send: () => void
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function Control({ field, id, value, fault, change, send }: Props) {
  const { label, placeholder } = field
  const status = fault ? ('error' as const) : undefined
  switch (field.kind) {
    case 'text': {
      const { most, inputMode, suffix, autoComplete, enter } = field
      return (
        <Input
          {...{ id, inputMode, suffix, autoComplete, placeholder, status }}
          aria-label={label}
          value={textOf(value)}
          maxLength={most}
          onChange={change}
          onPressEnter={enter ? send : undefined}
        />
      )
    }
    case 'password':
      return (
        <Input.Password
          {...{ id, placeholder, status }}
          aria-label={label}
          autoComplete="current-password"
          value={textOf(value)}
          onChange={change}
          onPressEnter={send}
        />
      )
    case 'long':
      return (
        <Input.TextArea
          {...{ id, placeholder, status }}
          aria-label={label}
          autoComplete={field.autoComplete}
          value={textOf(value)}
          maxLength={field.most}
          showWordLimit={field.counts}
          autoSize={{ minRows: field.rows ?? 2 }}
          onChange={change}
        />
      )
    case 'radio':
      return (
        <Radio.Group
          aria-label={field.named}
          type={field.look === 'button' ? 'button' : 'radio'}
          direction={field.look === 'vertical' ? 'vertical' : 'horizontal'}
          value={value}
          onChange={change}
        >
          {field.options.map((option) => (
            <Radio key={String(option.value)} value={option.value}>
              {option.label}
              {option.hint && <span className={classes.hint}> {option.hint}</span>}
            </Radio>
          ))}
        </Radio.Group>
      )
    case 'select':
      return (
        <Select
          {...{ id, placeholder, status }}
          aria-label={label}
          value={typeof value === 'number' || typeof value === 'string' ? value : undefined}
          options={field.options.map((option) => ({ value: option.value as string, label: option.label }))}
          onChange={change}
        />
      )
    case 'row': {
      const { url, params, known, allowClear, disabled, text } = field
      return (
        <RemoteSelect
          {...{ id, url, params, known, allowClear, disabled, placeholder }}
          ariaLabel={label}
          label={text}
          value={idOf(value)}
          error={!!fault}
          onChange={change}
        />
      )
    }
    case 'warehouse':
      return (
        <WarehouseSelect
          {...{ id, placeholder }}
          usableFor={field.usableFor}
          allowClear={field.allowClear}
          ariaLabel={label}
          value={idOf(value)}
          error={!!fault}
          onChange={change}
        />
      )
    case 'check':
      return (
        <Checkbox checked={value === true} onChange={change}>
          {label}
        </Checkbox>
      )
    case 'day':
      return (
        <DatePicker
          aria-label={label}
          placeholder={placeholder}
          value={textOf(value) || undefined}
          onChange={(day: string | undefined) => change(day || null)}
        />
      )
    case 'own':
      return typeof field.input === 'function' ? field.input({ id, wrong: !!fault, send }) : field.input
  }
}

/** Whether an input of it can be named by a label. */
const takesId = (field: AnyField): boolean =>
  field.kind === 'own' ? typeof field.input === 'function' : field.kind !== 'day'

/** A field of a dialog: its label, its input, its hint, and what is wrong with it. */
export function FieldItem(props: Props) {
  const { field, id, fault } = props
  const { name, kind, label, needed, required, hint, half } = field
  const Item = kind === 'radio' && label ? 'fieldset' : 'div'
  const Label = kind === 'radio' ? 'legend' : takesId(field) ? 'label' : 'span'
  return (
    <Item
      className={half ? classes.half : classes.item}
      data-field={name}
      data-wrong={fault ? true : undefined}
    >
      {label && kind !== 'check' && (
        <Label
          className={classes.label}
          htmlFor={Label === 'label' ? id : undefined}
          data-required={required || !!needed || undefined}
        >
          {label}
        </Label>
      )}
      <Control {...props} />
      {hint && <div className={classes.hint}>{hint}</div>}
      <Fault text={fault} />
    </Item>
  )
}
