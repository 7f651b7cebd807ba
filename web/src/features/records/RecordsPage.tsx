import { useTranslation } from 'react-i18next'
import { useMemo } from 'react'
import { ResourcePage } from '@/resource/ResourcePage'
import type { Custom } from '@/resource/custom'
import { prefetchListing } from '@/resource/useListing'
import { priceDigits } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'

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

/** Any declared resource, told apart by the menu rule. */
export default function RecordsPage({ name }: { name: string }) {
  return <ResourcePage name={name} custom={useCustom(name)} />
}
