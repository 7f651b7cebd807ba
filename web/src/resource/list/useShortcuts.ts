import { useEffect, useRef } from 'react'
import { usePageVisible } from '@/shared/hooks/usePageVisible'

/** Keys of a page, for as long as nothing is being typed and no dialog is open. */
export function useShortcuts(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const shown = usePageVisible()
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!shown.now()) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const target = event.target as HTMLElement
      if (target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]')) return
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return
      const run = latest.current[event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [shown])
}
