import { useCallback, useState } from 'react'
import { signalScan } from '@/shared/scan/signal'

/** What became of a scan, in words. */
export interface Note {
  text: string
  /** It was not taken, or is more than there should be. */
  bad: boolean
}

const NOTHING: Note = { text: '', bad: false }

export interface Notes {
  note: Note
  /** Says what became of a scan; it is felt and heard as well. */
  report: (good: boolean, text: string) => void
  /** Says what was done without a scan. */
  say: (text: string) => void
}

/** The words about the last scan; empty for what is to be scanned. */
export function useNote(): Notes {
  const [note, setNote] = useState(NOTHING)
  const report = useCallback((good: boolean, text: string): void => {
    signalScan(good)
    setNote({ text, bad: !good })
  }, [])
  const say = useCallback((text: string): void => setNote({ text, bad: false }), [])
  return { note, report, say }
}
