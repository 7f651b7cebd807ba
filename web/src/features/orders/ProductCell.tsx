import { useTranslation } from 'react-i18next'
import { findProduct, type ListedProduct } from '@/shared/scan/findProduct'
import { readCode } from '@/shared/scan/gs1'
import { ScanButton } from '@/shared/scan/ScanButton'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import { ofProduct, productLabel, type DraftLine } from './model'
import classes from './stock.module.css'
import type { ScanTaken } from './useScannedLines'

interface Props {
  line: DraftLine
  label: string
  error: boolean
  /** Whether a chosen product brings its usual price. */
  priced: boolean
  change: (changes: Partial<DraftLine>) => void
  chosen: () => void
  scanned: ScanTaken
}

/** What else a typed text may be: the code of what a product is packed in, or a code of GS1. */
async function standsFor(text: string): Promise<number | null> {
  const scan = readCode(text)
  const meaning = scan && (await findProduct(scan))
  return meaning?.product.id ?? null
}

/** The product of a line: found by number, name or bar code, or scanned. */
export function ProductCell({ line, label, error, priced, change, chosen, scanned }: Props) {
  const { t } = useTranslation()
  return (
    <span data-cell={`${line.key}.product_id`} className={classes.product}>
      <RemoteSelect
        url="/admin/warehouse.Product"
        ariaLabel={label}
        value={line.product_id}
        known={line.productLabel || undefined}
        placeholder={t('orderForm.product')}
        label={(row) => productLabel(row as ListedProduct)}
        error={error}
        standsFor={standsFor}
        onChange={(id, row) => {
          const product = row as ListedProduct | null
          const usual = priced && product?.price ? String(product.price) : ''
          const another = line.product_id !== null && line.product_id !== id
          change({
            ...(product ? ofProduct(product) : { product_id: id }),
            // What was said of another product does not hold for this one.
            ...(another
              ? { unit_price: usual, batch_number: '', produce_date: null, expiry_date: null }
              : { unit_price: line.unit_price || usual }),
          })
          chosen()
        }}
      />
      {line.product_id === null && (
        <ScanButton scanned={(scan) => scanned(scan, line.key)} label={t('orderForm.scanHere')} />
      )}
    </span>
  )
}
