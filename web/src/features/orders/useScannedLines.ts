import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { findProduct, usualPrice, type FoundProduct, type Meaning } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { vibrate } from '@/shared/scan/signal'
import { useScanner } from '@/shared/scan/useScanner'

export interface ScannedLines {
  /** What became of the last scan. */
  note: string
  /** Handles a code that a camera has read. */
  scanned: (scan: Scan) => void
}

/** Fills the lines of an order with a hand scanner, wherever the focus is, or with the camera. */
export function useScannedLines(take: (product: FoundProduct, scan: Scan) => void): ScannedLines {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [note, setNote] = useState('')
  // What codes were found to mean, so that the second scan of one needs no answer; and the scans in their order.
  const known = useRef(new Map<string, Meaning>())
  const before = useRef<Promise<void>>(Promise.resolve())

  const ask = async (scan: Scan): Promise<Meaning | null> => {
    const found = await findProduct(scan)
    if (!found) return null
    // Without its usual price the line is as good: the clerk types one.
    const price = await usualPrice(found.product.id).catch(() => null)
    return { ...found, product: { ...found.product, price } }
  }
  const handle = async (scan: Scan): Promise<void> => {
    if (scan.products.length === 0) return setNote(t('scan.noProduct'))
    try {
      const meaning = known.current.get(scan.raw) ?? (await ask(scan))
      vibrate(meaning !== null)
      if (!meaning) return setNote(t('scan.unknown', { code: scan.raw }))
      known.current.set(scan.raw, meaning)
      take(meaning.product, meaning.scan)
      setNote(
        t('scan.taken', {
          name: meaning.product.name,
          quantity: `+${meaning.scan.quantity ?? 1}`,
        }),
      )
    } catch (error) {
      vibrate(false)
      show(error)
    }
  }
  const latest = useRef(handle)
  latest.current = handle
  const scanned = useRef((scan: Scan): void => {
    before.current = before.current.then(() => latest.current(scan))
  }).current
  useScanner(scanned)
  return { note, scanned }
}
