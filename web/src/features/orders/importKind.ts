/** The fields of a file's lines, as the node names them; any kind may leave out the rest. */
const FIELDS = [
  'product_no',
  'warehouses_areas_id',
  'warehouses_shelves_id',
  'target_warehouses_areas_id',
  'target_warehouses_shelves_id',
  'quantity',
  'unit_id',
  'unit_price',
  'batch_number',
  'produce_date',
  'expiry_date',
  'reason',
] as const
export type LineField = (typeof FIELDS)[number]

/** What an import has to know of a kind of orders. */
export interface ImportKind {
  page: string
  url: string
  title: string
  types: readonly { value: string; label: string }[]
  /** Of a transfer: its source. */
  warehouse: { field: string; label: string }
  /** The partner of an order of a type, or where a transfer goes. */
  other: (type: string | null) => { field: string; label: string; url: string; optional?: boolean } | null
  fields: readonly LineField[]
}

/** The columns of lines that go where they are told, of transfers, and of adjustments. */
export const FIELDS_OF = {
  goods: FIELDS.filter((field) => field !== 'reason' && !field.startsWith('target_')),
  leaving: FIELDS.filter(
    (field) => !['reason', 'produce_date', 'expiry_date'].includes(field) && !field.startsWith('target_'),
  ),
  transfer: FIELDS.filter(
    (field) => !['unit_price', 'produce_date', 'expiry_date', 'reason'].includes(field),
  ),
  adjustment: FIELDS.filter((field) => !field.startsWith('target_')),
} as const
