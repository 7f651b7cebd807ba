import { Checkbox, Select } from '@arco-design/web-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { schemas, resourceOf } from '@/resource/schema/store'
import type { Resource } from '@/resource/schema/types'
import { useLabel } from '@/resource/schema/useLabel'
import type { WidgetProps } from '@/resource/widgets/types'

/** `warehouse/Product.php` as the node keeps it, from `warehouse.Product`. */
export const controllerKey = (resource: Pick<Resource, 'controller'>): string =>
  `${resource.controller.replace('.', '/')}.php`

export const resourceOfKey = (key: unknown): Resource | undefined =>
  typeof key === 'string' ? resourceOf(key.replace(/\.php$/, '')) : undefined

function ControllerSelect({
  value,
  onChange,
  label,
  watched,
}: WidgetProps & { watched: 'recycle' | 'sensitive' }) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const { byName } = useSnapshot(schemas)
  const options = (Object.values(byName) as Resource[])
    .filter((resource) => resource[watched])
    .map((resource) => ({
      value: controllerKey(resource),
      label: `${labelOf(resource.title)} · ${resource.controller}`,
    }))
  return (
    <Select
      aria-label={label}
      showSearch
      filterOption={(text, option) =>
        String((option.props as { children?: unknown }).children ?? '')
          .toLowerCase()
          .includes(text.toLowerCase())
      }
      placeholder={t('common.choose')}
      value={typeof value === 'string' && value ? value : undefined}
      options={options}
      onChange={onChange}
    />
  )
}

export const RecycleController = (props: WidgetProps) => <ControllerSelect {...props} watched="recycle" />
export const SensitiveController = (props: WidgetProps) => <ControllerSelect {...props} watched="sensitive" />

/** Names of the fields whose changes are kept; the node gives them their labels. */
export function SensitiveFields({ value, onChange, values, row, label }: WidgetProps) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const resource = resourceOfKey(values.controller)
  const known = row?.data_fields_map
  // The row's `data_fields` has labels; the field names are the keys of `data_fields_map`.
  const stored = known && typeof known === 'object' ? Object.keys(known) : []
  const names = Array.isArray(value) ? value.map(String) : stored
  const labels = resource?.fields.map((field) => field.name) ?? []
  const chosen = names.filter((name) => labels.includes(name))
  const before = useRef(values.controller)
  useEffect(() => {
    if (before.current === values.controller) return
    before.current = values.controller
    onChange?.(chosen)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- fields of another resource are left behind
  }, [values.controller])
  if (!resource) return <span>{t('security.chooseResource')}</span>
  return (
    <Checkbox.Group
      aria-label={label}
      value={chosen}
      options={resource.fields
        .filter((field) => field.kind !== 'weigh' && !field.readonly)
        .map((field) => ({ value: field.name, label: labelOf(field.label) }))}
      onChange={onChange}
    />
  )
}
