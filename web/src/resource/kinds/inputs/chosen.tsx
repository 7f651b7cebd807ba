import { Checkbox, Radio, Select } from '@arco-design/web-react'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { Begun } from '../../form/begun'
import { nested, type Field } from '../../schema/types'
import { useLabel } from '../../schema/useLabel'
import type { WidgetProps } from '../../widgets/types'

function useOptions(field: Field) {
  const labelOf = useLabel()
  return field.options?.map((option) => ({ value: option.value, label: labelOf(option.label) }))
}

export function RadioInput({ field, label, value, onChange, disabled }: WidgetProps) {
  const options = useOptions(field)
  return (
    <Radio.Group aria-label={label} value={value} disabled={disabled} options={options} onChange={onChange} />
  )
}

export function CheckboxInput({ field, label, value, onChange, disabled }: WidgetProps) {
  const options = useOptions(field)
  return (
    <Checkbox.Group
      aria-label={label}
      value={Array.isArray(value) ? value : []}
      disabled={disabled}
      options={options}
      onChange={onChange}
    />
  )
}

export function SelectInput({ field, label, value, onChange, disabled, id }: WidgetProps) {
  const { t } = useTranslation()
  const options = useOptions(field)
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
}

/** A row of another resource, narrowed by the fields above it that say where it lies. */
export function RemoteInput(props: WidgetProps) {
  const { field, label, value, values, row, onChange, disabled, id, narrowers = [] } = props
  const { t } = useTranslation()
  const labelOf = useLabel()
  const begun = useContext(Begun)
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
  // The only warehouse that may be used needs no choice.
  const alone = reference.controller === 'warehouse.Warehouse' && field.required && !row && !missing
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
      only={
        alone
          ? (only) => {
              begun(field.name, only)
              onChange?.(only)
            }
          : undefined
      }
      onChange={onChange}
      allowClear={!field.required}
    />
  )
}
