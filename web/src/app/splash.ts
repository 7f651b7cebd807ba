import { finish, start } from '@/shared/ui/progress'

/** The splash covers the page at the first visit until the first page is drawn, at most this long after its route is known. */
const SPLASH_MAX_MS = 1_000

let splash: HTMLElement | null = typeof document === 'undefined' ? null : document.getElementById('splash')
let timer: ReturnType<typeof setTimeout> | undefined

// The progress bar runs as long as the splash is shown.
if (splash) start()

export function hideSplash(): void {
  clearTimeout(timer)
  if (!splash) return
  splash.remove()
  splash = null
  finish()
}

/** The route is known; its page may still be loading. */
export function hideSplashSoon(): void {
  if (splash && timer === undefined) timer = setTimeout(hideSplash, SPLASH_MAX_MS)
}
