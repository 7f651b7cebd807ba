import { finish, start } from '@/shared/ui/progress'

/** The block over the whole page at the first visit: it goes with the first page, at most a second after the way there. */
const MOST_MS = 1_000

let block: HTMLElement | null =
  typeof document === 'undefined' ? null : document.getElementById('first-block')
let timer: ReturnType<typeof setTimeout> | undefined

// The bar runs as long as the block stands, however little is left to wait for.
if (block) start()

export function pageArrived(): void {
  clearTimeout(timer)
  if (!block) return
  block.remove()
  block = null
  finish()
}

/** The router knows where one is; the page itself may still be on its way. */
export function routeFound(): void {
  if (block && timer === undefined) timer = setTimeout(pageArrived, MOST_MS)
}
