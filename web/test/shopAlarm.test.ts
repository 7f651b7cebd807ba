import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Alarm, isOfShop, type ShopBell } from '@/features/notifications/alarm'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const message = (id: number) => ({ id, audio_path: '/audio/notify.wav' })
const order: ShopBell = { playAudio: true, unreadCount: 1, notify: message(1), order: message(1) }
const quiet: ShopBell = { playAudio: true, unreadCount: 0, notify: null }

function bell(first: ShopBell) {
  const state = { now: first }
  const rings: string[] = []
  const alarm = new Alarm(
    () => Promise.resolve(state.now),
    (path) => {
      rings.push(path)
      return Promise.resolve()
    },
  )
  return { alarm, rings, state }
}
const long = (): Promise<unknown> => vi.advanceTimersByTimeAsync(10 * 60_000)

test('an order rings three times while nobody opens it', async () => {
  const { alarm, rings } = bell(order)
  alarm.begin()
  await long()
  expect(rings).toEqual(Array(3).fill('/audio/notify.wav'))
})

test('opened, it is silent', async () => {
  const { alarm, rings, state } = bell(order)
  alarm.begin()
  await vi.advanceTimersByTimeAsync(1)
  state.now = quiet
  await long()
  expect(rings).toHaveLength(1)
})

test('opened, it is silent also while an older message is unread', async () => {
  const { alarm, rings, state } = bell({ ...order, unreadCount: 2, notify: message(5), order: message(5) })
  alarm.begin()
  await vi.advanceTimersByTimeAsync(1)
  state.now = order
  await long()
  expect(rings).toHaveLength(1)
})

test('a new message begins anew, an end ends it', async () => {
  const { alarm, rings, state } = bell(order)
  alarm.begin()
  await long()
  state.now = { ...order, notify: message(2), order: message(2) }
  alarm.begin()
  await vi.advanceTimersByTimeAsync(1)
  alarm.end()
  await long()
  expect(rings).toHaveLength(4)
})

test('what is no order rings once, and nothing rings where sounds are off or a kind is silent', async () => {
  const refund = {
    ...order,
    notify: { id: 2, audio_path: '/storage/back.mp3' },
    order: null,
  }
  const silent = { ...order, notify: { id: 3, audio_path: '' }, order: null }
  for (const [state, count] of [
    [refund, 1],
    [silent, 0],
    [{ ...order, playAudio: false }, 0],
    [quiet, 0],
  ] as const) {
    const { alarm, rings } = bell(state)
    alarm.begin()
    await long()
    expect(rings).toHaveLength(count)
  }
})

test('a silent message that is newer does not end the ringing of an order', async () => {
  const { alarm, rings, state } = bell(order)
  alarm.begin()
  await vi.advanceTimersByTimeAsync(1)
  state.now = { ...order, unreadCount: 2, notify: { id: 2, audio_path: '' } }
  await long()
  expect(rings).toHaveLength(3)
})

test('another message that rings comes between, and the order rings on', async () => {
  const { alarm, rings, state } = bell(order)
  alarm.begin()
  await vi.advanceTimersByTimeAsync(1)
  state.now = { ...order, unreadCount: 2, notify: { id: 2, audio_path: '/storage/back.mp3' } }
  alarm.begin()
  await long()
  const wav = '/audio/notify.wav'
  expect(rings).toEqual([wav, '/storage/back.mp3', wav, wav])
})

test('what is opened while another message is unread is silent', async () => {
  const { alarm, rings, state } = bell(order)
  alarm.begin()
  await vi.advanceTimersByTimeAsync(1)
  state.now = { ...order, notify: { id: 2, audio_path: '/storage/back.mp3' }, order: null }
  await long()
  expect(rings).toHaveLength(1)
})

test('a node that does not answer leaves it silent', async () => {
  const rings: string[] = []
  const alarm = new Alarm(
    () => Promise.reject(new Error('gone')),
    (path) => Promise.resolve(void rings.push(path)),
  )
  alarm.begin()
  await long()
  expect(rings).toEqual([])
})

test('the shop has its own kinds', () => {
  expect(
    ['shop.new_order', 'refund.asked', 'pay.exception', 'order.review', 'shopping'].map(isOfShop),
  ).toEqual([true, true, true, false, false])
})
