import { Input } from '@arco-design/web-react'
import { useCallback, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { readCode, type Scan } from '@/shared/scan/gs1'
import { ScanButton } from '@/shared/scan/ScanButton'
import { useScanner } from '@/shared/scan/useScanner'
import classes from './clerk.module.css'

/** What is still to be done once it was looked up. */
type Later = void | (() => void)

interface Props {
  /** What is to be scanned, or what became of the last scan. */
  note: string
  scanned: (scan: Scan) => Later | Promise<Later>
}

/** Takes codes from a hand scanner, from the camera, and from people who type them. */
export function ScanBox({ note, scanned: take }: Props) {
  const { t } = useTranslation()
  const latest = useRef(take)
  latest.current = take
  // One after the other, each with what the one before has changed, also where one is looked up.
  const before = useRef<Promise<void>>(Promise.resolve())
  const scanned = useCallback((scan: Scan): void => {
    const handle = async (): Promise<void> => {
      const later = await flushSync(() => latest.current(scan))
      if (later) flushSync(later)
    }
    before.current = before.current.then(handle).catch(console.error)
  }, [])
  useScanner(scanned)
  return (
    <>
      <div className={classes.scan}>
        <span role="status">{note}</span>
        <ScanButton large scanned={scanned} note={note} />
      </div>
      <Input.Search
        size="large"
        data-scan="own"
        aria-label={t('clerk.typeCode')}
        placeholder={t('clerk.typeCode')}
        searchButton={t('common.confirm')}
        onSearch={(text) => {
          const scan = readCode(text)
          if (scan) scanned(scan)
        }}
      />
    </>
  )
}
