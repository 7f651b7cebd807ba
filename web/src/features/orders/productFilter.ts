import type { TFunction } from 'i18next'
import type { Filter } from '@/resource/types'

/** Orders with a line of some product, which is chosen by number or name. */
export const productFilter = (t: TFunction): Filter => ({
  kind: 'remote',
  field: 'product_id',
  label: t('orders.line.product'),
  url: '/admin/warehouse.Product',
  optionLabel: (row) => `${String(row.product_no)} ${String(row.name)}`,
})
