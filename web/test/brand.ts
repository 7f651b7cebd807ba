import type { Field, Resource } from '@/resource/schema/types'

export const field = (name: string, more: Partial<Field>): Field => ({
  name,
  kind: 'string',
  label: { zh: name, en: name },
  required: false,
  unique: false,
  default: null,
  operator: 'false',
  column: true,
  form: true,
  sortable: false,
  readonly: false,
  writeOnce: false,
  ...more,
})

/** A small declared resource. */
export const BRAND: Resource = {
  controller: 'warehouse.Brand',
  name: 'warehouse/brand',
  title: { zh: 'brands', en: 'Brands' },
  fields: [
    field('name', { label: { zh: 'name', en: 'Name' }, required: true }),
    field('code', { label: { zh: 'code', en: 'Code' }, writeOnce: true }),
    field('weight', { label: { zh: 'weight', en: 'Weight' }, kind: 'decimal', decimals: 2 }),
  ],
  titleField: 'name',
  tree: false,
  weigh: null,
  order: { field: 'id', descending: true },
  quickSearch: ['name'],
  stamped: false,
  recycle: false,
  sensitive: false,
  history: false,
  nodes: ['index', 'add', 'edit', 'del'],
}
