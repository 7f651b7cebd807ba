import { Button, Select } from '@arco-design/web-react'
import { IconDelete } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { useLabel } from '@/resource/schema/useLabel'
import type { WidgetProps } from '@/resource/widgets/types'
import { rightsOf, withRight, type Right } from './warehouseRights'
import classes from './permissions.module.css'

/** What a group's members may do: in all of its warehouses, and otherwise in single ones. */
export default function WarehouseRights({
  field,
  value,
  values,
  onChange,
  label,
  disabled,
  id,
}: WidgetProps) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const rights = rightsOf(value, values)
  const own = Array.isArray(values.warehouses) ? values.warehouses.map(Number) : []
  // Warehouses that the group does not see are not asked about.
  const single = Object.keys(rights.single).map(Number)
  const shown = own.length > 0 ? own : single
  const names = useNames(shown)
  const options = (field.options ?? []).map((option) => ({
    value: String(option.value),
    label: labelOf(option.label),
  }))
  const change = (warehouse: number, right: Right | null): void =>
    onChange?.(withRight(rights, warehouse, right))

  return (
    <div className={classes.warehouses}>
      <Select
        id={id}
        aria-label={label}
        disabled={disabled}
        value={rights.everywhere}
        options={options}
        onChange={(everywhere: Right) => onChange?.({ ...rights, everywhere })}
      />
      {shown.map((warehouse) => {
        const name = names.get(warehouse) ?? `#${warehouse}`
        return (
          <div key={warehouse} className={classes.warehouse}>
            <span className={classes.warehouseName}>{name}</span>
            <Select
              size="small"
              className={classes.warehouseRight}
              aria-label={t('permissions.rightIn', { warehouse: name })}
              disabled={disabled}
              value={rights.single[warehouse] ?? ''}
              options={[{ value: '', label: t('permissions.asElsewhere') }, ...options]}
              onChange={(right: Right | '') => change(warehouse, right || null)}
            />
            {own.length === 0 && (
              <Button
                size="small"
                type="text"
                icon={<IconDelete />}
                disabled={disabled}
                aria-label={t('permissions.asElsewhereIn', { warehouse: name })}
                onClick={() => change(warehouse, null)}
              />
            )}
          </div>
        )
      })}
      {own.length === 0 && (
        <RemoteSelect
          key={single.length}
          size="small"
          url="/admin/warehouse.Warehouse"
          ariaLabel={t('permissions.otherRightIn')}
          placeholder={t('permissions.otherRightIn')}
          disabled={disabled}
          value={null}
          onChange={(warehouse) => {
            if (warehouse !== null && !(warehouse in rights.single))
              change(warehouse, rights.everywhere === 'see' ? 'work' : 'see')
          }}
        />
      )}
    </div>
  )
}

/** The names of warehouses. */
function useNames(ids: readonly number[]): ReadonlyMap<number, string> {
  const sorted = [...ids].sort((a, b) => a - b)
  const fetched = useFetched(`warehouse names ${sorted.join()}`, async (signal) => {
    if (sorted.length === 0) return []
    const { list } = await http.get(
      '/admin/warehouse.Warehouse/index',
      { limit: 200, initKey: 'id', initValue: sorted.map(String) },
      signal,
    )
    return list
  })
  return new Map((fetched.data ?? []).map((row) => [Number(row.id), String(row.name)]))
}
