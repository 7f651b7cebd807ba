/** Longest time to wait for an idle moment of a loaded page. */
const IDLE_MS = 4_000

/** Runs something once the page has been loaded and has nothing to do. Answers how to call it off. */
export function whenIdle(run: () => void): () => void {
  let off = false
  const idle = (): void => {
    const begin = (): void => {
      if (!off) run()
    }
    // Safari has no such moments.
    if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: IDLE_MS })
    else setTimeout(begin, 500)
  }
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
  return () => {
    off = true
    removeEventListener('load', idle)
  }
}
