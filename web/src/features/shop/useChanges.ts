import { useEffect, useRef } from 'react'
import { ApiError } from '@/shared/http/error'
import { startSite } from '@/shared/http/member'
import { serverMs } from '@/shared/http/serverClock'

/** Interval of asking whether anything has changed, in milliseconds. */
const EVERY_MS = 4_000
/** The same right after a timer has run out: the server may take a moment. */
const SOON_MS = 1_000
/** How long after that it is asked so often. */
const SOON_FOR_MS = 30_000
/** A timer is looked at so long after it has run out. */
const AFTER_MS = 200
/** Longest pause where the server does not answer. */
const FAILED_MAX_MS = 60_000
/** The pause is so many times as long as an answer takes, so that a slow server is asked less often. */
const REST = 20
const NEED_LOGIN = 303

/** Milliseconds until it is asked again. `left`: until a timer runs out; negative once it has. */
export function pauseMs({ took, failed, left }: { took: number; failed: number; left: number }): number {
  if (failed > 0) return Math.min(EVERY_MS * 2 ** failed, FAILED_MAX_MS)
  const usual = Math.max(EVERY_MS, took * REST)
  if (left > 0) return Math.min(usual, left + AFTER_MS)
  return left > -SOON_FOR_MS ? Math.max(SOON_MS, took) : usual
}

/** What says whether something has changed: a count, or a text that is another one then. */
type Mark = number | string

export interface Shown {
  /** What is shown: its order's number, for example. */
  of: string
  /** Its mark when it was read; nothing until then, and where nothing can change any more. */
  changes: Mark | null | undefined
  /** Reads the mark that it has now. */
  read: (signal: AbortSignal) => Promise<Mark>
  /** When its timers fire, Unix seconds. */
  due?: readonly (number | null | undefined)[]
  /** It is being read. */
  busy: boolean
  /** Reads it again. */
  reload: () => void
}

/** Milliseconds until the next timer runs out, or since one just has. */
function leftOf(due: readonly (number | null | undefined)[]): number {
  const now = serverMs()
  const left = due.flatMap((time) => (time ? [time * 1000 - now] : [])).filter((one) => one > -SOON_FOR_MS)
  return left.length > 0 ? Math.min(...left) : -Infinity
}

const seen = (): boolean => document.visibilityState === 'visible'

/**
 * Keeps a member's page as things are: asks every few seconds whether they have changed, as long as the page is seen, and
 * at once when it is seen again. What changes may be one's balance and unread notices, too: these are read again.
 */
export function useChanges(shown: Shown): void {
  const latest = useRef(shown)
  latest.current = shown
  const { of, changes } = shown
  const known = changes !== null && changes !== undefined

  const before = useRef({ of, changes })
  useEffect(() => {
    const last = before.current
    before.current = { of, changes }
    if (last.of !== of || last.changes === null || last.changes === undefined || last.changes === changes)
      return
    startSite(true).catch(() => undefined)
  }, [of, changes])

  useEffect(() => {
    if (!known) return undefined
    const control = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let asking = false
    let failed = 0
    const ask = async (): Promise<void> => {
      if (asking || control.signal.aborted || !seen()) return
      clearTimeout(timer)
      asking = true
      const begun = performance.now()
      try {
        const now = await latest.current.read(control.signal)
        failed = 0
        const { changes: before, busy, reload } = latest.current
        if (now !== before && !busy && !control.signal.aborted) reload()
      } catch (error) {
        failed += 1
        // The session has ended: there is nothing to ask for any more.
        if (error instanceof ApiError && error.code === NEED_LOGIN) return control.abort()
      } finally {
        asking = false
      }
      plan(performance.now() - begun)
    }
    const plan = (took: number): void => {
      if (control.signal.aborted) return
      clearTimeout(timer)
      timer = setTimeout(() => void ask(), pauseMs({ took, failed, left: leftOf(latest.current.due ?? []) }))
    }
    const look = (): void => void ask()
    plan(0)
    document.addEventListener('visibilitychange', look)
    for (const event of ['focus', 'online', 'pageshow']) window.addEventListener(event, look)
    return () => {
      control.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      for (const event of ['focus', 'online', 'pageshow']) window.removeEventListener(event, look)
    }
  }, [of, known])
}
