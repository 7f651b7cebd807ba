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

/** The time between two rings of a new order, in milliseconds. */
export const PAUSE_MS = 20_000
/** Whether the shop's bell rings for a kind of message. */
export const isOfShop = (kind: string): boolean => /^(shop|refund|pay)\./.test(kind)

/**
 * The shop's bell: rings for the newest message, and again and again for a new order until it was opened, nothing is unread or
 * the sound is switched off. What arrives meanwhile, or is silent, does not end that.
 */
export class Alarm {
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Whether a new order has rung and still waits. */
  private waits = false
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
    this.waits = false
  }

  private stop(): void {
    clearTimeout(this.timer)
    this.of += 1
  }

  private again(): void {
    this.timer = setTimeout(() => void this.step(false), PAUSE_MS)
  }

  private async step(arrived: boolean): Promise<void> {
    const run = this.of
    const bell = await this.ask().catch(() => null)
    if (run !== this.of) return
    // Without an answer nothing is known: what waited is asked for again.
    if (!bell) {
      if (arrived || this.waits) this.again()
      return
    }
    const rings = bell.playAudio && bell.unreadCount > 0
    const order = rings && bell.order?.audio_path ? bell.order : null
    const newest = rings && arrived && bell.notify?.audio_path ? bell.notify : null
    // What has just arrived rings first; an order that waits has its turn after the pause.
    const now = newest ?? (arrived && this.waits ? null : order)
    this.waits = order !== null
    if (order) this.again()
    if (now?.audio_path) await this.ring(now.audio_path)
  }
}
