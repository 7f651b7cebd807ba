/** Tells the node which items were seen, together and without waiting for an answer. */

const ADDRESS = '/api/placements/seen'
/** As the node bounds a message. */
const TOKENS_MAX = 60
/** How long items are gathered. */
const GATHER_MS = 5_000

const told = new Set<string>()
let waiting: string[] = []
let timer: ReturnType<typeof setTimeout> | undefined

function send(): void {
  clearTimeout(timer)
  timer = undefined
  while (waiting.length > 0) {
    const body = JSON.stringify({ tokens: waiting.slice(0, TOKENS_MAX) })
    waiting = waiting.slice(TOKENS_MAX)
    const message = new Blob([body], { type: 'application/json' })
    // What can't be sent is not counted; nobody waits for it.
    if (!navigator.sendBeacon?.(ADDRESS, message))
      void fetch(ADDRESS, { method: 'POST', body: message, keepalive: true }).catch(() => undefined)
  }
}

/** An item was seen; each token is told once. */
export function tellSeen(token: string): void {
  if (told.has(token)) return
  told.add(token)
  waiting.push(token)
  timer ??= setTimeout(send, GATHER_MS)
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
  addEventListener('pagehide', send)
}
