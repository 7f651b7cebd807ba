import { useEffect, useRef, type RefObject } from 'react'

/** How much of a picture has to be in view, and for how long, to count as seen. */
const SHARE = 0.5
const SECOND_MS = 1_000

/** Calls `seen` once, when half of an element was in view for a second. */
export function useSeen<E extends Element>(seen: () => void): RefObject<E> {
  const element = useRef<E>(null)
  const latest = useRef(seen)
  useEffect(() => {
    latest.current = seen
  }, [seen])
  useEffect(() => {
    if (!element.current) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = (): void => {
      clearTimeout(timer)
      timer = undefined
    }
    const watch = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        if (!last || last.intersectionRatio < SHARE) return stop()
        timer ??= setTimeout(() => {
          // A page in the background is not seen.
          if (document.visibilityState !== 'visible') return stop()
          watch.disconnect()
          latest.current()
        }, SECOND_MS)
      },
      { threshold: [0, SHARE] },
    )
    watch.observe(element.current)
    return () => {
      stop()
      watch.disconnect()
    }
  }, [])
  return element
}
