import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  HEARTBEAT_MS,
  LiveConnection,
  MAX_RETRIES,
  PONG_MS,
  POLL_MS,
  RETRY_MS,
  type Socket,
} from '@/shared/live/connection'
import { ApiError } from '@/shared/http/error'
import type { NotificationMessage } from '@/shared/live/messages'
import { MAX_WAITING, NotificationQueue, STEP_MS } from '@/shared/live/queue'

const message = (id: number, count = 1): NotificationMessage => ({
  id,
  message: `message ${id}`,
  message_type: 'order.review',
  message_data: {},
  message_type_map: {},
  severity: 'info',
  audio_path: '',
  unread_count: 1,
  things: 1,
  count,
  create_time: 1,
})

class FakeSocket implements Socket {
  sent: { type: string; data?: Record<string, unknown> }[] = []
  closed = false
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string })
  }
  close(): void {
    this.closed = true
  }
  hear(frame: unknown): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
  bind(last_seq = 0, unread_count = 0): void {
    this.onopen?.()
    this.hear({ type: 'bind', data: { unread_count, last_seq } })
  }
}

function stage() {
  let spoken = 'zh-cn'
  const sockets: FakeSocket[] = []
  const shown: number[] = []
  const ways: string[] = []
  const states: string[] = []
  let pushed: NotificationMessage[] = []
  let forbidden = false
  let asked = 0
  const onRefused = vi.fn(async () => true)
  const live = new LiveConnection({
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
    token: () => 'token',
    path: () => '/admin/dashboard',
    language: () => spoken,
    push: async () => {
      asked += 1
      if (forbidden) throw new ApiError(401, 'no')
      return { list: pushed, unread_count: pushed.length }
    },
    onMessage: ({ id }, via) => {
      shown.push(id)
      ways.push(via)
    },
    onUnread: () => undefined,
    onState: (state) => states.push(state),
    onRefused,
  })
  const last = (): FakeSocket => {
    const socket = sockets.at(-1)
    if (!socket) throw new Error('nothing was opened')
    return socket
  }
  return {
    live,
    sockets,
    shown,
    ways,
    states,
    last,
    onRefused,
    speak: (language: string) => (spoken = language),
    push: (list: NotificationMessage[]) => (pushed = list),
    forbid: () => (forbidden = true),
    asked: () => asked,
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the live connection', () => {
  it('binds with the token in the first message, subscribes, and pings', async () => {
    const { live, last } = stage()
    live.on('inventory', () => undefined)
    live.start()
    last().bind(4)
    expect(last().sent.map(({ type }) => type)).toEqual(['bind', 'subscribe'])
    expect(last().sent[0]?.data).toMatchObject({
      ba_token: 'token',
      pathInfo: '/admin/dashboard',
      lang: 'zh-cn',
    })
    expect(last().sent[1]?.data).toEqual({ topics: ['inventory'] })
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
    expect(last().sent.at(-1)?.type).toBe('ping')
  })
  it('gives up a line that does not answer the heartbeat', async () => {
    const { live, sockets, last, states } = stage()
    live.start()
    last().bind(1)
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
    last().hear({ type: 'pong' })
    await vi.advanceTimersByTimeAsync(PONG_MS)
    expect(sockets).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
    expect(sockets[0]?.closed).toBe(true)
    expect(states.at(-1)).toBe('connecting')
    await vi.advanceTimersByTimeAsync(RETRY_MS)
    expect(sockets).toHaveLength(2)
  })
  it('comes back with the last number it saw and shows nothing twice', async () => {
    const { live, last, shown, ways } = stage()
    live.start()
    last().bind(10)
    last().hear({ type: 'notify', data: { seq: 11, unread_count: 1, message: message(11) } })
    last().onclose?.({ code: 1006 })
    await vi.advanceTimersByTimeAsync(RETRY_MS)
    last().onopen?.()
    expect(last().sent[0]?.data?.last_seq).toBe(11)
    last().hear({ type: 'bind', data: { unread_count: 2, last_seq: 12 } })
    last().hear({ type: 'notify', data: { seq: 11, unread_count: 2, message: message(11) } })
    last().hear({ type: 'notify', data: { seq: 12, unread_count: 2, message: message(12) } })
    expect(shown).toEqual([11, 12])
    expect(ways).toEqual(['socket', 'socket'])
  })
  it('binds anew in another language and misses nothing', () => {
    const { live, last, sockets, shown, speak } = stage()
    live.again()
    expect(sockets).toHaveLength(0)
    live.start()
    last().bind(10)
    speak('en')
    live.again()
    expect(sockets[0]?.closed).toBe(true)
    last().onopen?.()
    expect(last().sent[0]?.data).toMatchObject({ lang: 'en', last_seq: 10 })
    last().hear({ type: 'bind', data: { unread_count: 1, last_seq: 11 } })
    last().hear({ type: 'notify', data: { seq: 11, unread_count: 1, message: message(11) } })
    expect(shown).toEqual([11])
  })
  it('tries three times, then polls, and wakes with the network', async () => {
    const { live, sockets, last, states, shown, ways, push } = stage()
    live.start()
    last().bind(1)
    for (let attempt = 0; attempt <= MAX_RETRIES; attempt += 1) {
      last().onclose?.({ code: 1006 })
      await vi.advanceTimersByTimeAsync(RETRY_MS)
    }
    expect(sockets).toHaveLength(1 + MAX_RETRIES)
    expect(states.at(-1)).toBe('polling')
    push([message(3), message(2), message(1)])
    await vi.advanceTimersByTimeAsync(POLL_MS)
    await vi.advanceTimersByTimeAsync(POLL_MS)
    expect(shown).toEqual([2, 3])
    expect(ways).toEqual(['poll', 'poll'])
    live.wake()
    expect(sockets).toHaveLength(2 + MAX_RETRIES)
    last().onopen?.()
    expect(last().sent[0]?.data?.last_seq).toBe(3)
  })
  it('tells a listener of every warehouse about one of them, and not about others', () => {
    const { live, last } = stage()
    const all = vi.fn()
    const one = vi.fn()
    live.on('inventory', all)
    live.on('inventory:2', one)
    live.start()
    last().bind()
    last().hear({ type: 'topic', data: { topic: 'inventory:1', ids: [5] } })
    last().hear({ type: 'topic', data: { topic: 'records:2' } })
    expect(all).toHaveBeenCalledExactlyOnceWith([5])
    expect(one).not.toHaveBeenCalled()
    last().hear({ type: 'resync' })
    expect(one).toHaveBeenCalledExactlyOnceWith(null)
  })
  it('refreshes a refused token and binds again; without a session it stays quiet', async () => {
    const { live, sockets, last, onRefused, states } = stage()
    live.start()
    last().hear({ type: 'error', data: { code: 409, msg: 'expired' } })
    await vi.advanceTimersByTimeAsync(0)
    expect(sockets).toHaveLength(2)
    onRefused.mockResolvedValue(false)
    last().hear({ type: 'error', data: { code: 303, msg: 'need login' } })
    await vi.advanceTimersByTimeAsync(10 * RETRY_MS)
    expect(sockets).toHaveLength(2)
    expect(states.at(-1)).toBe('off')
  })
  it.each([
    ['is told so', (socket: FakeSocket) => socket.hear({ type: 'error', data: { code: 401, msg: 'no' } })],
    ['is shut out', (socket: FakeSocket) => socket.onclose?.({ code: 4403 })],
  ])('neither tries again nor polls for who may not be notified and %s', async (_, refuse) => {
    const { live, sockets, last, onRefused, states } = stage()
    live.start()
    last().bind(1)
    refuse(last())
    await vi.advanceTimersByTimeAsync(10 * RETRY_MS)
    live.wake()
    expect([sockets.length, states.at(-1)]).toEqual([1, 'off'])
    expect(onRefused).not.toHaveBeenCalled()
  })
  it('stops polling for who may not be notified any more', async () => {
    const { live, last, states, forbid, asked } = stage()
    live.start()
    for (let attempt = 0; attempt <= MAX_RETRIES; attempt += 1) {
      last().onclose?.({ code: 1006 })
      await vi.advanceTimersByTimeAsync(RETRY_MS)
    }
    expect(states.at(-1)).toBe('polling')
    forbid()
    await vi.advanceTimersByTimeAsync(POLL_MS)
    const before = asked()
    await vi.advanceTimersByTimeAsync(10 * POLL_MS)
    expect([states.at(-1), asked()]).toEqual(['off', before])
  })
})

describe('a socket that is refused again and again', () => {
  it('stops after three tries and polls, though each call renews the token', async () => {
    const { live, sockets, last, onRefused, states, push, shown } = stage()
    live.start()
    for (let attempt = 0; attempt < 10; attempt += 1) {
      last().onclose?.({ code: 4401 })
      await vi.advanceTimersByTimeAsync(RETRY_MS)
    }
    expect(sockets).toHaveLength(1 + MAX_RETRIES)
    expect(onRefused).toHaveBeenCalledTimes(1 + MAX_RETRIES)
    expect(states.at(-1)).toBe('polling')
    push([message(1)])
    await vi.advanceTimersByTimeAsync(POLL_MS)
    push([message(2), message(1)])
    await vi.advanceTimersByTimeAsync(POLL_MS)
    expect(shown).toContain(2)
    live.wake()
    expect(sockets).toHaveLength(2 + MAX_RETRIES)
  })
  it('counts them also when each is let in first', async () => {
    const { live, sockets, last } = stage()
    live.start()
    for (let attempt = 0; attempt < 10; attempt += 1) {
      last().bind(1)
      last().onclose?.({ code: 4401 })
      await vi.advanceTimersByTimeAsync(RETRY_MS)
    }
    expect(sockets).toHaveLength(1 + MAX_RETRIES)
  })
  it('counts anew once a connection has held for a heartbeat: tokens do end', async () => {
    const { live, sockets, last } = stage()
    live.start()
    for (let renewal = 0; renewal < 10; renewal += 1) {
      last().bind(1)
      await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
      last().hear({ type: 'pong' })
      last().onclose?.({ code: 4401 })
      await vi.advanceTimersByTimeAsync(RETRY_MS)
    }
    expect(sockets).toHaveLength(11)
  })
})

describe('the notification queue', () => {
  it('shows the first at once and the others one every three seconds', () => {
    const shown: number[] = []
    const queue = new NotificationQueue<NotificationMessage>(({ id }) => shown.push(id))
    ;[1, 2, 3].forEach((id) => queue.add(message(id)))
    expect(shown).toEqual([1])
    vi.advanceTimersByTime(STEP_MS - 1)
    expect(shown).toEqual([1])
    vi.advanceTimersByTime(1)
    expect(shown).toEqual([1, 2])
    vi.advanceTimersByTime(STEP_MS)
    expect(shown).toEqual([1, 2, 3])
  })
  it('keeps a bounded number waiting', () => {
    const queue = new NotificationQueue<NotificationMessage>(() => undefined)
    for (let id = 0; id < 500; id += 1) queue.add(message(id))
    expect(queue.length).toBe(MAX_WAITING)
  })
  it('shows nothing after it was cleared', () => {
    const shown: number[] = []
    const queue = new NotificationQueue<NotificationMessage>(({ id }) => shown.push(id))
    queue.add(message(1))
    queue.add(message(2))
    queue.clear()
    vi.advanceTimersByTime(10 * STEP_MS)
    expect(shown).toEqual([1])
  })
})
