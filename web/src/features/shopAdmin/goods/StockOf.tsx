import { useTranslation } from 'react-i18next'
import type { ResourceRow } from '@/resource/schema/types'
import { Numeral } from '@/shared/ui/Numeral'

/** What goods of one unit can be sold from, and how many larger pieces that makes. */
interface BaseStock {
  unit: string
  quantity: string
  packs: readonly { pieces: number; ratio: string; unit: string | null }[]
}

/** What goods offer: linked ones in the units of their products, "108 pieces (18 packs)", as SKUs of one product share it. */
export function StockOf({ row }: { row: ResourceRow }) {
  const { t } = useTranslation()
  const base = (row.stock_base as readonly BaseStock[] | undefined) ?? []
  if (base.length === 0) return <Numeral value={Number(row.stock ?? 0)} />
  return (
    <>
      {base.map(({ unit, quantity, packs }) => (
        <div key={unit}>
          <Numeral value={quantity} unit={unit} />
          {packs.length > 0 &&
            ` (${packs
              .map(({ pieces, ratio, unit: pack }) =>
                pack ? `${pieces} ${pack}` : t('shopAdmin.goods.packs', { pieces, ratio }),
              )
              .join(', ')})`}
        </div>
      ))}
    </>
  )
}
