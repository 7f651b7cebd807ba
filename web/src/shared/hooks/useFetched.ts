import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '@/shared/http'

export interface Fetched<T> {
  data: T | null
  error: unknown
  /** Nothing to show yet. */
  loading: boolean
  /** Something is shown and being renewed. */
  renewing: boolean
  /** The key `data` was loaded for; it lags behind while the next is under way. */
  shownKey: string
  reload: () => void
}

/** Loads when `key` changes; an older answer never overwrites a newer one, and a reload keeps what is shown. */
export function useFetched<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Fetched<T> {
  const [state, setState] = useState<{ key: string; data: T | null; error: unknown; busy: boolean }>({
    key,
    data: null,
    error: null,
    busy: true,
  })
  const loader = useRef(load)
  loader.current = load
  const running = useRef<AbortController | null>(null)

  const run = useCallback(() => {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    setState((old) => ({ ...old, busy: true, error: null }))
    loader.current(control.signal).then(
      (data) => !control.signal.aborted && setState({ key, data, error: null, busy: false }),
      (error: unknown) => {
        if (control.signal.aborted || (error instanceof ApiError && error.options.key === 'error.cancelled'))
          return
        setState((old) => ({ ...old, error, busy: false }))
      },
    )
  }, [key])

  useEffect(() => {
    run()
    return () => running.current?.abort()
  }, [run])

  return {
    data: state.data,
    error: state.error,
    loading: state.data === null && state.busy,
    shownKey: state.key,
    renewing: state.data !== null && state.busy,
    reload: run,
  }
}
