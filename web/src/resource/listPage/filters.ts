/** Filters of common kinds. */
import type { Filter } from '../types'

export const selectFilter = (
  field: string,
  label: string,
  values: readonly (string | number)[],
  name: (value: string | number) => string,
): Filter => ({
  kind: 'select',
  field,
  label,
  options: values.map((value) => ({ value: String(value), label: name(value) })),
})

export const warehouseFilter = (label: string, field = 'warehouses_id'): Filter => ({
  kind: 'remote',
  field,
  label,
  url: '/admin/warehouse.Warehouse',
})
