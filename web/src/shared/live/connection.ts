import { ApiError } from '@/shared/http/error'
import type { NotificationMessage, ServerFrame } from './messages'

export const HEARTBEAT_MS = 50_000
/** Longest wait for the answer to a heartbeat: a dead line may stay open for many minutes without a word. */
export const PONG_MS = 10_000
export const RETRY_MS = 5_000
export const MAX_RETRIES = 3
export const POLL_MS = 5_000
/** Numbers remembered to drop what arrives twice. */
const REMEMBERED = 500

/** The part of WebSocket that is used, so that a test can stand in. */
export interface Socket {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}

/** How a message came. */
export type Via = 'socket' | 'poll'

export type LiveState = 'connecting' | 'live' | 'polling' | 'off'

export interface LiveEnvironment {
  open: () => Socket
  token: () => string
  path: () => string
  /** What the messages are written in. */
  language: () => string
  /** The unread ones by HTTP, newest first: used while the socket is down and after a resync. */
  push: () => Promise<{ list: NotificationMessage[]; unread_count: number }>
  onMessage: (message: NotificationMessage, via: Via) => void
  onUnread: (count: number) => void
  onState: (state: LiveState) => void
  /** The session's token was refused: anything that calls the node will refresh it. */
  onRefused: () => Promise<boolean>
}

/** `inventory:3` concerns who listens to it or to `inventory`, every warehouse. */
function concerns(topic: string, listened: string): boolean {
  const noun = topic.split(':')[0] ?? topic
  return topic === listened || listened === noun || listened === `${noun}:*`
}

type Listener = (ids: number[] | null) => void

/** One connection per page: bind, heartbeat, three retries, then polling until the network or the tab wakes up. */
export class LiveConnection {
  private socket: Socket | null = null
  private bound = false
  private wanted = false
  private retries = 0
  /** Times that the token was refused since a connection last held for a heartbeat. */
  private refusals = 0
  private heartbeat: ReturnType<typeof setInterval> | undefined
  private unanswered: ReturnType<typeof setTimeout> | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private lastSeq: number | undefined
  private primed = false
  private readonly seen = new Set<number>()
  private readonly listeners = new Map<string, Set<Listener>>()

  constructor(private readonly around: LiveEnvironment) {}

  start(): void {
    if (this.wanted) return
    this.wanted = true
    this.retries = 0
    this.refusals = 0
    this.connect()
  }

  stop(): void {
    this.wanted = false
    this.drop()
    this.seen.clear()
    this.lastSeq = undefined
    this.primed = false
    this.around.onState('off')
  }

  /** The network is back or the tab is seen again. */
  wake(): void {
    if (!this.wanted || this.bound || this.socket) return
    this.retries = 0
    this.refusals = 0
    clearTimeout(this.timer)
    this.connect()
  }

  /** Binds again after the token or the language has changed, without missing an event. */
  again(): void {
    if (!this.wanted) return
    this.drop()
    this.retries = 0
    this.connect()
  }

  /** Calls back when something of the topic changed; null means: anything may have. */
  on(topic: string, listener: Listener): () => void {
    const set = this.listeners.get(topic) ?? new Set()
    set.add(listener)
    this.listeners.set(topic, set)
    if (set.size === 1) this.subscribe()
    return () => {
      set.delete(listener)
      if (set.size === 0) {
        this.listeners.delete(topic)
        this.subscribe()
      }
    }
  }

  private subscribe(): void {
    if (this.bound) this.send({ type: 'subscribe', data: { topics: [...this.listeners.keys()] } })
  }

  private send(frame: unknown): void {
    this.socket?.send(JSON.stringify(frame))
  }

  private connect(): void {
    this.around.onState('connecting')
    const socket = this.around.open()
    this.socket = socket
    socket.onopen = () => {
      this.send({
        type: 'bind',
        data: {
          pathInfo: this.around.path(),
          ba_token: this.around.token(),
          lang: this.around.language(),
          last_seq: this.lastSeq,
        },
      })
    }
    socket.onmessage = ({ data }) => {
      if (this.socket !== socket) return
      try {
        this.receive(JSON.parse(String(data)) as ServerFrame)
      } catch {
        // Ignore frames that are no JSON.
      }
    }
    socket.onclose = ({ code }) => {
      if (this.socket === socket) this.lost(code)
    }
  }

  private ping(): void {
    this.send({ type: 'ping' })
    clearTimeout(this.unanswered)
    this.unanswered = setTimeout(() => this.lost(0), PONG_MS)
  }

  private receive(frame: ServerFrame): void {
    clearTimeout(this.unanswered)
    switch (frame.type) {
      case 'bind': {
        const again = this.primed
        this.bound = true
        this.primed = true
        this.retries = 0
        this.lastSeq ??= frame.data.last_seq
        clearInterval(this.heartbeat)
        this.heartbeat = setInterval(() => this.ping(), HEARTBEAT_MS)
        this.around.onState('live')
        this.around.onUnread(frame.data.unread_count)
        this.subscribe()
        if (again) this.changed(null)
        return
      }
      case 'notify':
        this.lastSeq = Math.max(this.lastSeq ?? 0, frame.data.seq)
        this.around.onUnread(frame.data.unread_count)
        this.deliver(frame.data.message, 'socket')
        return
      case 'read':
        this.around.onUnread(frame.data.unread_count)
        return
      case 'topic':
        this.changed(frame.data.topic, frame.data.ids)
        return
      case 'resync':
        void this.poll()
        this.changed(null)
        return
      case 'error':
        if (frame.data.code === 409 || frame.data.code === 303) void this.refused()
        // A password is to be chosen first: asking again changes nothing.
        else if (frame.data.code === 401) this.stop()
        return
      case 'pong':
        this.refusals = 0
    }
  }

  private async refused(): Promise<void> {
    this.drop()
    if (!(await this.around.onRefused())) return this.around.onState('off')
    if (!this.wanted) return
    // The first retry is immediate; a token that is refused again waits, so that retries don't pile up.
    this.refusals += 1
    if (this.refusals > MAX_RETRIES) return this.giveUp()
    this.later(() => this.connect(), this.refusals === 1 ? 0 : RETRY_MS)
  }

  /** Gives the socket up until the network or the tab wakes up, and polls meanwhile. */
  private giveUp(): void {
    this.around.onState('polling')
    void this.polling()
  }

  private changed(topic: string | null, ids: number[] = []): void {
    for (const [name, set] of this.listeners) {
      if (topic !== null && !concerns(topic, name)) continue
      set.forEach((listener) => listener(topic === null ? null : ids))
    }
  }

  private deliver(message: NotificationMessage, via: Via): void {
    // Messages that are merged come as one under a new number, which is worth showing.
    if (this.seen.has(message.id)) return
    this.seen.add(message.id)
    if (this.seen.size > REMEMBERED) {
      const [oldest] = this.seen
      if (oldest !== undefined) this.seen.delete(oldest)
    }
    this.around.onMessage(message, via)
  }

  private lost(code: number): void {
    this.drop()
    if (!this.wanted) return
    if (code === 4403) this.stop()
    else if (code === 4401) {
      void this.refused()
    } else if (this.retries < MAX_RETRIES) {
      this.retries += 1
      this.around.onState('connecting')
      this.later(() => this.connect(), RETRY_MS)
    } else this.giveUp()
  }

  private async polling(): Promise<void> {
    await this.poll()
    if (this.wanted && !this.socket) this.later(() => void this.polling(), POLL_MS)
  }

  /** Shows what arrived while the socket was closed. Before the first answer there is nothing to compare with: then only the count is kept. */
  private async poll(): Promise<void> {
    try {
      const { list, unread_count } = await this.around.push()
      this.around.onUnread(unread_count)
      const newest = list.reduce((top, message) => Math.max(top, message.id), this.lastSeq ?? 0)
      if (this.lastSeq !== undefined) {
        const since = this.lastSeq
        for (const message of [...list].reverse()) if (message.id > since) this.deliver(message, 'poll')
      }
      const moved = this.lastSeq !== undefined && newest > this.lastSeq
      this.lastSeq = newest
      if (moved) this.changed(null)
    } catch (cause) {
      // The next poll tries again; pages show their own errors. Without the permission, polling ends.
      if (cause instanceof ApiError && cause.code === 401) this.stop()
    }
  }

  private later(run: () => void, delay: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.wanted && run(), delay)
  }

  private drop(): void {
    clearInterval(this.heartbeat)
    clearTimeout(this.unanswered)
    clearTimeout(this.timer)
    this.bound = false
    const socket = this.socket
    this.socket = null
    socket?.close()
  }
}
