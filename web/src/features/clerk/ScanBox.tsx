import { Input } from '@arco-design/web-react'
import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { readCode, type Scan } from '@/shared/scan/gs1'
import { ScanButton } from '@/shared/scan/ScanButton'
import { useScanner } from '@/shared/scan/useScanner'
import classes from './clerk.module.css'
import type { Note } from './useNote'

/** What is still to be done once it was looked up. */
type Later = void | (() => void)
export type Scanned = (scan: Scan) => Later | Promise<Later>

interface Props {
  /** What is to be scanned. */
  hint: string
  /** What became of the last scan, which goes before the hint. */
  note?: Note
  scanned: Scanned
}

/** Takes codes from a hand scanner, from the camera, and from people who type them. */
export function ScanBox({ hint, note, scanned: take }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
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
  const words = note?.text || hint
  return (
    <>
      <div className={classes.scan} data-bad={note?.bad ?? false}>
        <span role="status">{words}</span>
        <ScanButton large scanned={scanned} note={words} />
      </div>
      <Input.Search
        size="large"
        data-scan="own"
        aria-label={t('clerk.typeCode')}
        placeholder={t('clerk.typeCode')}
        searchButton={t('common.confirm')}
        value={typed}
        onChange={setTyped}
        onSearch={(text) => {
          // A hand scanner types the next code into the same field.
          setTyped('')
          const scan = readCode(text)
          if (scan) scanned(scan)
        }}
      />
    </>
  )
}
