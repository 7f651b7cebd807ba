import { Input } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { NEEDS_BATCH } from '@/features/orders'
import { useFetched } from '@/shared/hooks/useFetched'
import { productRow, type FoundProduct } from '@/shared/scan/findProduct'
import { isWrong, sumOf, type Parts } from '@/shared/units/parts'
import { countedIn } from '@/shared/units/units'
import { BatchDates } from './BatchDates'
import { CancelOrGo } from './CancelOrGo'
import classes from './clerk.module.css'
import { CountAmounts } from './CountAmounts'
import type { Spot } from './places'
import { useSpotName } from './SpotSelect'

/** Goods at a place that the sheet does not name. */
export interface FoundGoods {
  product: FoundProduct
  spot: Spot
  batch: string
  /** `YYYY-MM-DD`; empty: not known. */
  produce: string
  expiry: string
  counted: Parts
}

interface Props {
  found: FoundGoods
  change: (found: FoundGoods) => void
  close: () => void
  save: () => void
}

/** What is known of found goods, to be filled in and saved. */
export function FoundHere({ found, change, close, save }: Props) {
  const { t } = useTranslation()
  const nameOf = useSpotName()
  const { product, counted } = found
  const units = countedIn(product)
  // What a code names does not say whether its goods need a batch.
  const row = useFetched(`found product ${product.id}`, (signal) => productRow(product.id, signal))
  const batchUse = row.data?.batch_use ?? product.batch_use
  const batch = t(batchUse === NEEDS_BATCH ? 'clerk.batchNeeded' : 'clerk.batch')
  return (
    <div className={classes.line} data-last>
      <strong>{t('clerk.foundHere', { name: product.name })}</strong>
      <span className={classes.place}>{nameOf(found.spot)}</span>
      <Input
        size="large"
        aria-label={batch}
        placeholder={batch}
        maxLength={64}
        value={found.batch}
        onChange={(next) => change({ ...found, batch: next })}
      />
      <BatchDates
        name={product.name}
        produced={found.produce}
        expires={found.expiry}
        change={({ produced, expires }) => change({ ...found, produce: produced, expiry: expires })}
      />
      <CountAmounts
        name={product.name}
        product={units}
        parts={counted}
        change={(parts) => change({ ...found, counted: parts })}
      />
      <CancelOrGo
        className={classes.ways}
        label={t('clerk.saveFound')}
        disabled={!sumOf(counted, units)?.gt(0) || isWrong(counted, units)}
        close={close}
        go={save}
      />
    </div>
  )
}
