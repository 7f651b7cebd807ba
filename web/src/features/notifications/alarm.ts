/** What the shop tells of its bell. */
export interface ShopBell {
  playAudio: boolean
  unreadCount: number
  notify?: { id: number; message_type: string; audio_path?: string } | null
}

/** How often one message rings, and the time between, in milliseconds. */
const RINGS = 3
const PAUSE_MS = 20_000
/** What waits for somebody to ship it rings again. */
const AGAIN = 'shop.new_order'

/** Whether the shop's bell rings for a kind of message. */
export const isOfShop = (kind: string): boolean => /^(shop|refund|pay)\./.test(kind)

/** The shop's bell: rings for the newest message, and again for an order until it was opened, at most three times. */
export class Alarm {
  private timer: ReturnType<typeof setTimeout> | undefined
  private rung = 0
  /** The message that it rings for. */
  private about = 0
  private of = 0

  constructor(
    private readonly ask: () => Promise<ShopBell>,
    private readonly ring: (path: string) => Promise<void>,
  ) {}

  /** Something has arrived. */
  begin(): void {
    this.end()
    void this.step()
  }

  end(): void {
    clearTimeout(this.timer)
    this.rung = 0
    this.of += 1
  }

  private async step(): Promise<void> {
    const run = this.of
    const bell = await this.ask().catch(() => null)
    if (run !== this.of || !bell?.playAudio || bell.unreadCount === 0 || !bell.notify?.audio_path) return
    const { id, audio_path: path, message_type: kind } = bell.notify
    // It was opened: what is the newest now is older, or has begun a ring of its own.
    if (this.rung > 0 && id !== this.about) return
    this.about = id
    this.rung += 1
    if (kind === AGAIN && this.rung < RINGS) this.timer = setTimeout(() => void this.step(), PAUSE_MS)
    await this.ring(path)
  }
}
