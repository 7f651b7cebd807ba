import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { findProduct, type FoundProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { ScanButton } from '@/shared/scan/ScanButton'
import { vibrate } from '@/shared/scan/signal'
import { useScanner } from '@/shared/scan/useScanner'
import classes from './orders.module.css'

/** Fills the lines of an order with a hand scanner, wherever the focus is, or with the camera. */
export function ScanLines({ scan: take }: { scan: (product: FoundProduct, scan: Scan) => void }) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [note, setNote] = useState('')
  // Products that were found, so that the second scan of one needs no answer; and the scans in their order.
  const known = useRef(new Map<string, FoundProduct>())
  const before = useRef<Promise<void>>(Promise.resolve())

  const handle = async (scan: Scan): Promise<void> => {
    const [first] = scan.products
    if (!first) return setNote(t('scan.noProduct'))
    try {
      const product = known.current.get(first) ?? (await findProduct(scan))
      vibrate(product !== null)
      if (!product) return setNote(t('scan.unknown', { code: scan.raw }))
      known.current.set(first, product)
      take(product, scan)
      setNote(t('scan.taken', { name: product.name, quantity: `+${scan.quantity ?? 1}` }))
    } catch (error) {
      vibrate(false)
      show(error)
    }
  }
  const scanned = (scan: Scan): void => {
    before.current = before.current.then(() => handle(scan))
  }
  useScanner(scanned)
  return (
    <>
      <span className={classes.hint} role="status">
        {note || t('scan.hint')}
      </span>
      <ScanButton scanned={scanned} note={note} />
    </>
  )
}
