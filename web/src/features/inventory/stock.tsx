import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { warehouseFilter } from '@/resource/listPage/filters'
import type { Column, Filter, Row, RowAction } from '@/resource/types'
import type { RowOf } from '@/resource/useListing'
import { hasPermission, session } from '@/shared/session/store'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import type { Choice } from '@/shared/ui/RemoteSelect'

/** What a row of stock and a row of its ledger have in common: goods and their place. */
export type StockRow = Pick<
  RowOf<'/admin/warehouse.StockLevel'>,
  'product' | 'warehouses' | 'area' | 'shelf' | 'batch_number'
>

interface BatchRow extends Row {
  product_id: number
  batch_number: string | null
}
interface PlacedRow extends BatchRow {
  warehouses_id: number
}

function traceLink({ product_id, batch_number }: BatchRow): string {
  const query = new URLSearchParams({ product_id: String(product_id), batch_number: batch_number ?? '' })
  return `/admin/warehouse/batchTrace?${query.toString()}`
}

/** The records of a product, and of its batch if it has one, in its warehouse. */
function recordsLink({ product_id, warehouses_id, batch_number }: PlacedRow): string {
  const query = new URLSearchParams({
    product_id: String(product_id),
    warehouses_id: String(warehouses_id),
    ...(batch_number && { batch_number }),
  })
  return `/admin/warehouse/inventoryRecord?${query.toString()}`
}

/** The kinds of orders that a row of stock leads to, with their pages. Transfers have two warehouses: they are not asked for one. */
const ORDERS = [
  { to: 'inbound', page: 'warehouse/inboundOrder', here: true },
  { to: 'outbound', page: 'warehouse/outboundOrder', here: true },
  { to: 'transfer', page: 'warehouse/transferOrder', here: false },
] as const

/** Lead from a row of stock to its records, its batch's trace and the orders of its product: those who may see them. */
export function useStockLinks() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { permissions } = useSnapshot(session)
  const link = <T,>(
    key: string,
    label: string,
    page: string,
    to: (row: T) => string,
  ): RowAction<T> & { when: () => boolean } => ({
    key,
    label,
    link: true,
    when: () => hasPermission(permissions, `${page}/index`),
    run: (row) => void navigate(to(row)),
  })
  return {
    records: link('records', t('inventory.records'), 'warehouse/inventoryRecord', recordsLink),
    trace: link('trace', t('trace.title'), 'warehouse/batchTrace', traceLink),
    orders: ORDERS.map(({ to, page, here }) =>
      link(
        to,
        t(`resource.leads.${to}`),
        page,
        ({ product_id, warehouses_id }: PlacedRow) =>
          `/admin/${page}?product_id=${product_id}${here ? `&warehouses_id=${warehouses_id}` : ''}`,
      ),
    ),
  }
}

/** By warehouse and by product. */
export function stockFilters(t: TFunction): Filter[] {
  return [
    warehouseFilter(t('inventory.warehouse')),
    {
      kind: 'remote',
      field: 'product_id',
      label: t('inventory.product'),
      url: '/admin/warehouse.Product',
      optionLabel: (row) => `${String(row.product_no)} ${String(row.name)}`,
    },
  ]
}

type Named = { name?: string } | null | undefined
/** Areas of several warehouses may have the same name. */
const placeName = ({ warehouses, area, name }: Choice): string =>
  [(warehouses as Named)?.name, (area as Named)?.name, name].filter(Boolean).join(' / ')

/** By area and by shelf. */
export function placeFilters(t: TFunction): Filter[] {
  return [
    {
      kind: 'remote',
      field: 'warehouses_areas_id',
      label: t('records.area'),
      url: '/admin/warehouse.WarehouseArea',
      optionLabel: placeName,
    },
    {
      kind: 'remote',
      field: 'warehouses_shelves_id',
      label: t('records.shelf'),
      url: '/admin/warehouse.WarehouseShelf',
      optionLabel: placeName,
    },
  ]
}

type Name = 'product' | 'warehouses' | 'place' | 'batch'

export function stockColumns(t: TFunction): Record<Name, Column<StockRow>> {
  return {
    product: {
      key: 'product',
      title: t('inventory.product'),
      primary: true,
      render: (row) => <ProductLabel product={row.product} />,
    },
    warehouses: {
      key: 'warehouses',
      title: t('inventory.warehouse'),
      render: (row) => row.warehouses?.name ?? '–',
    },
    place: {
      key: 'place',
      title: t('inventory.place'),
      render: (row) => [row.area?.name, row.shelf?.name].filter(Boolean).join(' / ') || '–',
    },
    batch: {
      key: 'batch_number',
      title: t('inventory.batch'),
      render: (row) => row.batch_number || '–',
    },
  }
}
