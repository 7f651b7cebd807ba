/** Longest time to wait for a page's first content and its picture. */
const PATIENCE_MS = 1_000

/** Calls `then` once, when the first content of a page and the picture that readers wait for have been painted. */
export function painted(first: HTMLElement, then: () => void): void {
  let open = true
  const done = (): void => {
    if (!open) return
    open = false
    clearTimeout(timer)
    then()
  }
  const timer = setTimeout(done, PATIENCE_MS)
  // A page in the background is not painted.
  if (document.hidden) return done()
  const drawn = (): void => {
    requestAnimationFrame(() => setTimeout(done))
  }
  const picture = first.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  if (!picture) return drawn()
  picture.decode().then(drawn, drawn)
}
