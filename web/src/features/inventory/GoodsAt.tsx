import { useTranslation } from 'react-i18next'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import classes from './inventory.module.css'
import type { StockRow } from './stock'

/** Which goods a dialog is about: product, place and batch. */
export function GoodsAt({ row }: { row: StockRow }) {
  const { t } = useTranslation()
  const place = [row.warehouses?.name, row.area?.name, row.shelf?.name].filter(Boolean).join(' / ')
  return (
    <div className={classes.goods}>
      <ProductLabel product={row.product} />
      <span>{[place, row.batch_number || t('holds.noBatchName')].filter(Boolean).join(' · ')}</span>
    </div>
  )
}
