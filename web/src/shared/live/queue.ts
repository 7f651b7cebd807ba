export const STEP_MS = 3_000
/** Beyond this the oldest waiting are only counted: nobody reads a hundred toasts. */
export const MAX_WAITING = 50

/** Shows one message, waits a step, shows the next. */
export class NotificationQueue<T> {
  private readonly waiting: T[] = []
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly show: (message: T) => void) {}

  get length(): number {
    return this.waiting.length
  }

  add(message: T): void {
    this.waiting.push(message)
    if (this.waiting.length > MAX_WAITING) this.waiting.shift()
    if (!this.timer) this.step()
  }

  clear(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.waiting.length = 0
  }

  private step(): void {
    const next = this.waiting.shift()
    if (next === undefined) {
      this.timer = undefined
      return
    }
    this.show(next)
    this.timer = setTimeout(() => this.step(), STEP_MS)
  }
}
