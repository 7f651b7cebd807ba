/** A message that the bell may ring for; without a sound it is silent. */
interface Rung {
  id: number
  audio_path?: string
}

/** What the shop tells of its bell. */
export interface ShopBell {
  playAudio: boolean
  unreadCount: number
  /** The newest message that is unread. */
  notify?: Rung | null
  /** The newest of a new order that is unread. */
  order?: Rung | null
}

/** How often a new order rings, and the time between, in milliseconds. */
const RINGS = 3
const PAUSE_MS = 20_000
/** Whether the shop's bell rings for a kind of message. */
export const isOfShop = (kind: string): boolean => /^(shop|refund|pay)\./.test(kind)

/**
 * The shop's bell: rings for the newest message, and again for a new order until it was opened, at most three times. What
 * arrives meanwhile, or is silent, does not end that.
 */
export class Alarm {
  private timer: ReturnType<typeof setTimeout> | undefined
  /** The newest order that it has rung for, and how often. */
  private about = 0
  private rung = 0
  private of = 0

  constructor(
    private readonly ask: () => Promise<ShopBell>,
    private readonly ring: (path: string) => Promise<void>,
  ) {}

  /** Something has arrived. */
  begin(): void {
    this.stop()
    void this.step(true)
  }

  end(): void {
    this.stop()
    this.about = 0
    this.rung = 0
  }

  private stop(): void {
    clearTimeout(this.timer)
    this.of += 1
  }

  private async step(arrived: boolean): Promise<void> {
    const run = this.of
    const bell = await this.ask().catch(() => null)
    if (run !== this.of || !bell?.playAudio || bell.unreadCount === 0) return
    const order = this.waiting(bell.order)
    const newest = arrived ? bell.notify : null
    // What has just arrived rings first; an order that waits has its turn after the pause.
    const now = newest?.audio_path ? newest : arrived && this.rung > 0 ? null : order
    if (order && now?.id === order.id) this.rung += 1
    if (order && this.rung < RINGS) this.timer = setTimeout(() => void this.step(false), PAUSE_MS)
    if (now?.audio_path) await this.ring(now.audio_path)
  }

  /** The order to ring for: an older one than it has rung for already had its time. */
  private waiting(order: Rung | null | undefined): Rung | null {
    if (!order?.audio_path || order.id < this.about) return null
    if (order.id > this.about) {
      this.about = order.id
      this.rung = 0
    }
    return this.rung < RINGS ? order : null
  }
}
