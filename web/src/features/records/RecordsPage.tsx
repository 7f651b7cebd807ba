import { Button } from '@arco-design/web-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ResourcePage } from '@/resource/ResourcePage'
import type { Custom } from '@/resource/custom'
import { prefetchListing } from '@/resource/useListing'
import { usePermission } from '@/shared/hooks/usePermission'
import { priceDigits } from '@/shared/number/decimal'
import { withTexts } from '@/shared/print/texts'
import { Numeral } from '@/shared/ui/Numeral'

const LabelDialog = lazy(() => withTexts(() => import('@/shared/print/LabelDialog')))

/** Rows that have a code to print, by the path of their menu rule in lower case. */
const LABELLED: Readonly<Record<string, string>> = {
  'warehouse/product': '/admin/warehouse.Product',
  'warehouse/productunit': '/admin/warehouse.ProductUnit',
  'warehouse/warehousearea': '/admin/warehouse.WarehouseArea',
  'warehouse/warehouseshelf': '/admin/warehouse.WarehouseShelf',
}

/** What single pages show beside their declaration, by the path of their menu rule in lower case. */
function useCustom(name: string): Custom | undefined {
  const { t } = useTranslation()
  return useMemo(() => {
    if (name.toLowerCase() !== 'warehouse/product') return undefined
    const custom: Custom = {
      topics: ['inventory'],
      cells: {
        price: (row) => <Numeral value={row.price as string} digits={priceDigits(row.price as string)} />,
      },
      more: [
        {
          key: 'total_stock_num',
          title: t('resource.total_stock_num'),
          numeric: true,
          render: (row) => (
            <Numeral
              value={row.total_stock_num as string}
              bad={Number(row.total_stock_num) < Number(row.safety_stock_num)}
            />
          ),
        },
      ],
    }
    return custom
  }, [name, t])
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
