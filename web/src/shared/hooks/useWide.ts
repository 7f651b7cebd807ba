import { useSyncExternalStore } from 'react'

const query = (width: number): MediaQueryList => window.matchMedia(`(min-width: ${width}px)`)

/** Is the window at least this wide? 1024 is where the shell turns from drawer to side menu. */
export function useWide(width = 1024): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = query(width)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => query(width).matches,
  )
}
