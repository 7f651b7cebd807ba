import type { Declaration, Field, ResourceRow } from '@/resource/declaration'
import type { Choice } from '@/shared/ui/RemoteSelect'

const related = (key: string) => (row: ResourceRow) =>
  (row[key] as { name?: string } | null | undefined)?.name

const name: Field = { name: 'name', kind: 'text', required: true, max: 100, sortable: true }
const serial: Field = { name: 'serial_no', kind: 'text', max: 64 }
const status: Field = { name: 'status', kind: 'switch', initial: 1, filter: true }
const weigh: Field = { name: 'weigh', kind: 'whole', initial: 0, inList: false }
const remark: Field = {
  name: 'remark',
  kind: 'area',
  label: 'resource.remark_field',
  max: 500,
  inList: false,
}
const city: Field = { name: 'city', kind: 'text' }
const address: Field = { name: 'address', kind: 'text', inList: false }
const mobile: Field = { name: 'mobile', kind: 'mobile' }
const warehouse: Field = {
  name: 'warehouses_id',
  kind: 'remote',
  url: '/admin/warehouse.Warehouse',
  required: true,
  filter: true,
  shownBy: related('warehouses'),
}
const level: Field = {
  name: 'level',
  kind: 'choice',
  choices: ['A', 'B', 'C', 'D', 'E'].map((value) => ({ value, text: value })),
  filter: true,
}

const partner: readonly Field[] = [
  name,
  level,
  { name: 'contact_person', kind: 'text' },
  mobile,
  city,
  address,
  { name: 'email', kind: 'email', inList: false },
  { name: 'wechat', kind: 'text', inList: false },
  status,
  weigh,
  remark,
]

export const declarations: Readonly<Record<string, Declaration>> = {
  'warehouse/warehouse': {
    name: 'warehouse/warehouse',
    url: '/admin/warehouse.Warehouse',
    words: 'warehouse',
    title: 'resource.warehouse.title',
    fields: [
      name,
      serial,
      { name: 'responsible_person', kind: 'text' },
      mobile,
      city,
      address,
      { name: 'four_eyes', kind: 'switch', initial: 0 },
      { name: 'allow_negative', kind: 'switch', initial: 0 },
      status,
      weigh,
      remark,
    ],
  },
  'warehouse/warehouseArea': {
    name: 'warehouse/warehouseArea',
    url: '/admin/warehouse.WarehouseArea',
    words: 'area',
    title: 'resource.area.title',
    fields: [name, warehouse, serial, status, weigh, remark],
  },
  'warehouse/warehouseShelf': {
    name: 'warehouse/warehouseShelf',
    url: '/admin/warehouse.WarehouseShelf',
    words: 'shelf',
    title: 'resource.shelf.title',
    fields: [
      name,
      warehouse,
      {
        name: 'warehouses_areas_id',
        kind: 'remote',
        url: '/admin/warehouse.WarehouseArea',
        within: 'warehouses_id',
        required: true,
        shownBy: related('area'),
      },
      serial,
      status,
      weigh,
      remark,
    ],
  },
  'warehouse/product': {
    name: 'warehouse/product',
    url: '/admin/warehouse.Product',
    words: 'product',
    title: 'resource.product.title',
    topics: ['inventory'],
    fields: [
      { name: 'product_no', kind: 'text', required: true, max: 64, sortable: true },
      name,
      { name: 'spec', kind: 'text' },
      {
        name: 'unit_id',
        kind: 'remote',
        url: '/admin/warehouse.Unit',
        required: true,
        shownBy: related('unit'),
        optionLabel: (row: Choice) => String(row.name),
      },
      { name: 'price', kind: 'decimal', places: 2, sortable: true },
      { name: 'safety_stock_num', kind: 'decimal' },
      { name: 'total_stock_num', kind: 'decimal', inForm: false },
      {
        name: 'status',
        kind: 'choice',
        initial: 1,
        required: true,
        filter: true,
        choices: [
          { value: 1, key: 'resource.onShelf' },
          { value: 0, key: 'resource.offShelf' },
        ],
      },
      weigh,
      remark,
    ],
  },
  'warehouse/unit': {
    name: 'warehouse/unit',
    url: '/admin/warehouse.Unit',
    words: 'unit',
    title: 'resource.unit.title',
    fields: [name, { name: 'decimals', kind: 'whole', initial: 0, required: true }, status, weigh, remark],
  },
  'warehouse/supplier': {
    name: 'warehouse/supplier',
    url: '/admin/warehouse.Supplier',
    words: 'supplier',
    title: 'resource.supplier.title',
    fields: partner,
  },
  'warehouse/customer': {
    name: 'warehouse/customer',
    url: '/admin/warehouse.Customer',
    words: 'customer',
    title: 'resource.customer.title',
    fields: partner,
  },
}
