import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { findProduct, type FoundProduct, type ListedProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { faultText, unknownText } from '@/shared/scan/faultText'
import { ScanButton } from '@/shared/scan/ScanButton'
import { signalScan } from '@/shared/scan/signal'
import { useScanner } from '@/shared/scan/useScanner'
import { RemoteSelect } from '@/shared/ui/RemoteSelect'
import classes from './counts.module.css'

interface Props {
  id: string
  wrong: boolean
  product: FoundProduct | null
  choose: (product: FoundProduct | null) => void
  /** A code named it, and perhaps its batch, dates and quantity. */
  scanned: (product: FoundProduct, scan: Scan) => void
}

const productName = ({ product_no, name }: Pick<FoundProduct, 'product_no' | 'name'>): string =>
  [product_no, name].filter(Boolean).join(' ')

/** Chooses a product from a list or by its code. */
export function ScannedProduct({ id, wrong, product, choose, scanned }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [note, setNote] = useState('')
  // The answer comes later: it is applied to the state as it is by then.
  const latest = useRef(scanned)
  latest.current = scanned
  const take = async (scan: Scan): Promise<void> => {
    try {
      const found = await findProduct(scan)
      signalScan(found !== null && !found.fault)
      if (!found) return setNote(unknownText(t, scan))
      if (found.fault) return setNote(faultText(t, found.product.name, found.fault))
      setNote('')
      latest.current(found.product, found.scan)
    } catch (error) {
      signalScan(false)
      show(error)
    }
  }
  useScanner((scan) => void take(scan))
  return (
    <>
      <div className={classes.product}>
        <RemoteSelect
          id={id}
          url="/admin/warehouse.Product"
          ariaLabel={t('counts.product')}
          value={product?.id ?? null}
          known={product ? productName(product) : undefined}
          label={(row) => productName(row as ListedProduct)}
          error={wrong}
          onChange={(_, row) => choose(row as ListedProduct | null)}
        />
        <ScanButton scanned={(scan) => void take(scan)} note={note} />
      </div>
      <div className={classes.fault} role="status">
        {note}
      </div>
    </>
  )
}
