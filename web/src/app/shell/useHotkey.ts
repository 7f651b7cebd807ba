import { useEffect, useRef } from 'react'

/** Runs on Ctrl (or Command) and a letter, wherever the focus is. */
export function useHotkey(letter: string, run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (event.key.toLowerCase() !== letter) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [letter])
}
