import { useEffect, useRef } from 'react'

/** A page that takes longer to load is read from where the reader went meanwhile. */
const LOADING_MS = 10_000

const headOf = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-shown=true] h1')

/**
 * After a navigation the focus is at the head of the page, so that it is read out and Tab goes on from there. Not when
 * the first page loads, nor when only the query changes.
 */
export function usePageHead(pathname: string): void {
  const former = useRef(pathname)
  useEffect(() => {
    if (former.current === pathname) return undefined
    former.current = pathname
    const before = document.activeElement
    const look = (): void => {
      const now = document.activeElement
      const head = headOf()
      const wentOn = now !== null && now !== document.body && now !== before
      if (!head && !wentOn) return
      end()
      if (!head || wentOn) return
      head.tabIndex = -1
      head.focus({ preventScroll: true })
    }
    const watcher = new MutationObserver(look)
    const timer = setTimeout(end, LOADING_MS)
    function end(): void {
      watcher.disconnect()
      clearTimeout(timer)
    }
    watcher.observe(document.body, { childList: true, subtree: true })
    look()
    return end
  }, [pathname])
}
