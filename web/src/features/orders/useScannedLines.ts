import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { shown } from '@/shared/number/decimal'
import { findProduct, productRow, type FoundProduct, type Meaning } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { faultText, unknownText } from '@/shared/scan/faultText'
import { signalScan } from '@/shared/scan/signal'
import { useScanner } from '@/shared/scan/useScanner'

/** Handles a code that a camera has read: for the line of this key, or for whichever it fits. */
export type ScanTaken = (scan: Scan, line?: number) => void

export interface ScannedLines {
  /** What became of the last scan. */
  note: string
  /** It was not taken. */
  refused: boolean
  scanned: ScanTaken
}

/** Fills the lines of an order with a hand scanner, wherever the focus is, or with the camera. */
export function useScannedLines(
  take: (product: FoundProduct, scan: Scan, line?: number) => void,
): ScannedLines {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [{ note, refused }, setOutcome] = useState({ note: '', refused: false })
  const refuse = (note: string): void => setOutcome({ note, refused: true })
  // What codes were found to mean, so that the second scan of one needs no answer; and the scans in their order.
  const known = useRef(new Map<string, Meaning>())
  const before = useRef<Promise<void>>(Promise.resolve())

  const ask = async (scan: Scan): Promise<Meaning | null> => {
    const found = await findProduct(scan)
    if (!found) return null
    // Without its usual price the line is as good: the clerk types one.
    const row = found.fault ? null : await productRow(found.product.id).catch(() => null)
    return { ...found, product: { ...found.product, price: row?.price } }
  }
  const handle = async (scan: Scan, line?: number): Promise<void> => {
    if (scan.products.length === 0) {
      signalScan(false)
      return refuse(t('scan.noProduct'))
    }
    try {
      const meaning = known.current.get(scan.raw) ?? (await ask(scan))
      signalScan(meaning !== null && !meaning.fault)
      if (!meaning) return refuse(unknownText(t, scan))
      if (meaning.fault) return refuse(faultText(t, meaning.product.name, meaning.fault))
      known.current.set(scan.raw, meaning)
      take(meaning.product, meaning.scan, line)
      const added = `+${shown(meaning.scan.quantity ?? '1')}`
      const quantity = [added, meaning.product.unit?.name].filter(Boolean).join(' ')
      setOutcome({ note: t('scan.taken', { name: meaning.product.name, quantity }), refused: false })
    } catch (error) {
      signalScan(false)
      show(error)
    }
  }
  const latest = useRef(handle)
  latest.current = handle
  const scanned = useRef((scan: Scan, line?: number): void => {
    before.current = before.current.then(() => latest.current(scan, line))
  }).current
  useScanner(scanned)
  return { note, refused, scanned }
}
