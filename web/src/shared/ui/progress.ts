import './progress.css'

/** The progress bar at the top while a page is loading. */
const MINIMUM = 0.08
const SPEED_MS = 200
const TRICKLE_MS = 800
/** The bar stops here until loading has ended. */
const CEILING = 0.994

let bar: HTMLElement | null = null
let value = 0
let running = 0
let trickle: ReturnType<typeof setInterval> | undefined

function show(next: number): void {
  value = Math.min(Math.max(next, MINIMUM), 1)
  if (bar) bar.style.transform = `scaleX(${value})`
}

/** Several loads at once share one bar. */
export function start(): void {
  running += 1
  if (running > 1 || bar) return
  bar = document.createElement('div')
  bar.className = 'page-progress'
  bar.style.transitionDuration = `${SPEED_MS}ms`
  bar.setAttribute('aria-hidden', 'true')
  document.body.append(bar)
  show(MINIMUM)
  trickle = setInterval(() => show(Math.min(CEILING, value + (1 - value) * 0.12)), TRICKLE_MS)
}

export function finish(): void {
  running = Math.max(0, running - 1)
  if (running > 0 || !bar) return
  clearInterval(trickle)
  show(1)
  const done = bar
  bar = null
  value = 0
  done.classList.add('page-progress-done')
  setTimeout(() => done.remove(), 2 * SPEED_MS)
}
