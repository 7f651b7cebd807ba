import { Button } from '@arco-design/web-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { ResourcePage } from '@/resource/ResourcePage'
import type { Custom } from '@/resource/custom'
import type { ResourceRow } from '@/resource/schema/types'
import type { RowAction } from '@/resource/types'
import { prefetchListing } from '@/resource/useListing'
import { usePermission } from '@/shared/hooks/usePermission'
import { priceDigits } from '@/shared/number/decimal'
import { withTexts } from '@/shared/print/texts'
import { hasPermission, session } from '@/shared/session/store'
import { Numeral } from '@/shared/ui/Numeral'

const LabelDialog = lazy(() => withTexts(() => import('@/shared/print/LabelDialog')))

/** Rows that have a code to print, by the path of their menu rule in lower case. */
const LABELLED: Readonly<Record<string, string>> = {
  'warehouse/product': '/admin/warehouse.Product',
  'warehouse/productunit': '/admin/warehouse.ProductUnit',
  'warehouse/warehousearea': '/admin/warehouse.WarehouseArea',
  'warehouse/warehouseshelf': '/admin/warehouse.WarehouseShelf',
}

interface Lead {
  /** A key below `resource.leads`. */
  to: 'stock' | 'inbound' | 'outbound' | 'transfer'
  /** The page that it leads to, filtered by the row. */
  page: string
  field: string
}

/** Where a row leads: to its stock, or to its orders, the usual way first. By the path of the menu rule in lower case. */
const LEADS: Readonly<Record<string, readonly Lead[]>> = {
  'warehouse/product': [
    { to: 'stock', page: 'warehouse/inventory', field: 'product_id' },
    { to: 'inbound', page: 'warehouse/inboundOrder', field: 'product_id' },
    { to: 'outbound', page: 'warehouse/outboundOrder', field: 'product_id' },
    { to: 'transfer', page: 'warehouse/transferOrder', field: 'product_id' },
  ],
  'warehouse/warehouse': [{ to: 'stock', page: 'warehouse/inventory', field: 'warehouses_id' }],
  'warehouse/warehousearea': [{ to: 'stock', page: 'warehouse/inventory', field: 'warehouses_areas_id' }],
  'warehouse/warehouseshelf': [{ to: 'stock', page: 'warehouse/inventory', field: 'warehouses_shelves_id' }],
  'warehouse/supplier': [{ to: 'inbound', page: 'warehouse/inboundOrder', field: 'supplier_id' }],
  'warehouse/customer': [{ to: 'outbound', page: 'warehouse/outboundOrder', field: 'customer_id' }],
}

/** What single pages show beside their declaration. */
function useCustom(name: string): Custom | undefined {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const leads = LEADS[name.toLowerCase()]
  const { permissions } = useSnapshot(session)
  return useMemo(() => {
    if (!leads) return undefined
    const [first, ...others] = leads.map(({ to, page, field }): RowAction<ResourceRow> => ({
      key: to,
      link: true,
      label: t(`resource.leads.${to}`),
      when: () => hasPermission(permissions, `${page}/index`),
      run: ({ id }) => void navigate(`/admin/${page}?${field}=${id}`),
    }))
    const ways: Custom = { actions: () => (first ? [first] : []), furtherActions: () => others }
    if (name.toLowerCase() !== 'warehouse/product') return ways
    const custom: Custom = {
      ...ways,
      topics: ['inventory'],
      cells: {
        price: (row) => (
          <Numeral value={row.price as string} money digits={priceDigits(row.price as string)} />
        ),
      },
      more: [
        {
          key: 'total_stock_num',
          title: t('resource.total_stock_num'),
          numeric: true,
          render: (row) => (
            <Numeral
              value={row.total_stock_num as string}
              unit={(row.unit as { name?: string } | null)?.name}
              bad={row.below_safety === true}
            />
          ),
        },
      ],
    }
    return custom
  }, [name, leads, permissions, navigate, t])
}

export const prefetch = prefetchListing

/** A list whose chosen rows get labels. */
function LabelledPage({ name, url, custom }: { name: string; url: string; custom: Custom | undefined }) {
  const { t } = useTranslation()
  const can = usePermission(name)
  const [items, setItems] = useState<readonly { id: number }[] | null>(null)
  const prints = can('print')
  const labelled = useMemo<Custom>(() => {
    if (!prints) return custom ?? {}
    return {
      ...custom,
      chosen: (ids) => (
        <Button size="small" data-action="labels" onClick={() => setItems(ids.map((id) => ({ id })))}>
          {t('common.labels')}
        </Button>
      ),
    }
  }, [custom, prints, t])
  return (
    <>
      <ResourcePage name={name} custom={labelled} />
      {items && (
        <Suspense>
          <LabelDialog url={url} items={items} close={() => setItems(null)} />
        </Suspense>
      )}
    </>
  )
}

/** The page of any declared resource; the menu rule says which. */
export default function RecordsPage({ name }: { name: string }) {
  const custom = useCustom(name)
  const url = LABELLED[name.toLowerCase()]
  if (url) return <LabelledPage name={name} url={url} custom={custom} />
  return <ResourcePage name={name} custom={custom} />
}
