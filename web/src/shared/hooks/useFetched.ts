import { useCallback, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { ApiError } from '@/shared/http/error'
import { preferences } from '@/shared/preferences/store'

export interface Fetched<T> {
  data: T | null
  error: unknown
  /** The error where there is nothing of this key to show: what is there was asked for under another. */
  failure: unknown
  /** Nothing to show yet. */
  loading: boolean
  /** Something is shown and being renewed. */
  renewing: boolean
  /** The key `data` was loaded for; it lags behind while the next is under way. */
  shownKey: string
  reload: () => void
}

interface Early<T> {
  key: string
  at: number
  answer: Promise<T>
  data: T | null
}

/** An older answer is not used. */
const EARLY_MS = 5_000

/** One answer that was requested before the component that shows it is mounted. */
export class Prefetched<T> {
  private early: Early<T> | null = null

  /** Resolves when the answer has arrived or has failed. */
  async load(key: string, request: () => Promise<T>): Promise<void> {
    const early: Early<T> = { key, at: Date.now(), answer: request(), data: null }
    this.early = early
    try {
      early.data = await early.answer
    } catch {
      this.drop(early)
    }
  }

  of(key: string): Early<T> | null {
    const { early } = this
    return early?.key === key && Date.now() - early.at < EARLY_MS ? early : null
  }

  drop(early: Early<T>): void {
    if (this.early === early) this.early = null
  }
}

/**
 * Loads when `key` or the reader's language changes, as answers have texts in it; an older answer never overwrites a newer one, and a reload keeps the old data until
 * the new has arrived. An answer that was prefetched under the same key is used at once, and once.
 */
export function useFetched<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  prefetched?: Prefetched<T>,
): Fetched<T> {
  const { language } = useSnapshot(preferences)
  const [early] = useState(() => prefetched?.of(key) ?? null)
  const [state, setState] = useState<{ key: string; data: T | null; error: unknown; busy: boolean }>({
    key,
    data: early?.data ?? null,
    error: null,
    busy: !early?.data,
  })
  const loader = useRef(load)
  loader.current = load
  const first = useRef(early)
  const running = useRef<AbortController | null>(null)

  const run = useCallback(() => {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    setState((old) => ({ ...old, busy: true, error: null }))
    const begun = first.current?.answer ?? loader.current(control.signal)
    first.current = null
    begun.then(
      (data) => !control.signal.aborted && setState({ key, data, error: null, busy: false }),
      (error: unknown) => {
        if (control.signal.aborted || (error instanceof ApiError && error.options.key === 'error.cancelled'))
          return
        setState((old) => ({ ...old, error, busy: false }))
      },
    )
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the answer is in the language that it is asked in
  }, [key, language])

  useEffect(() => {
    if (first.current) prefetched?.drop(first.current)
    if (first.current?.data) first.current = null
    else run()
    return () => running.current?.abort()
  }, [run, prefetched])

  return {
    data: state.data,
    error: state.error,
    failure: state.data === null || state.key !== key ? state.error : null,
    loading: state.data === null && state.busy,
    shownKey: state.key,
    renewing: state.data !== null && state.busy,
    reload: run,
  }
}
