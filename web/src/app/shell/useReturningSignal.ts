import { useEffect, useRef } from 'react'

/** Pause between two attempts, in milliseconds: a browser that has a network does not know whether it leads to the node. */
const RETRY_MS = 15_000

/** While there is no signal, tries again: as soon as the browser has a network, the page is looked at, and now and then. */
export function useReturningSignal(lost: boolean, retry: () => void): void {
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    if (!lost) return
    const again = (): void => latest.current()
    const seen = (): void => {
      if (document.visibilityState === 'visible') again()
    }
    const timer = setInterval(again, RETRY_MS)
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [lost])
}
