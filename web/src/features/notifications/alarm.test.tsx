import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Alarm, isOfShop, PAUSE_MS, type ShopBell } from './alarm'

const order = { id: 7, audio_path: '/audio/order.wav' }
const refund = { id: 8, audio_path: '/audio/refund.wav' }
const none: ShopBell = { playAudio: true, unreadCount: 0, notify: null, order: null }
const waiting: ShopBell = { playAudio: true, unreadCount: 1, notify: order, order }

describe('the bell of the shop', () => {
  let bell: ShopBell | Error = none
  const ring = vi.fn(() => Promise.resolve())
  let alarm: Alarm

  const pass = (pauses: number) => vi.advanceTimersByTimeAsync(pauses * PAUSE_MS)
  const arrive = async (next: ShopBell | Error): Promise<void> => {
    bell = next
    alarm.begin()
    await pass(0)
  }

  beforeEach(() => {
    vi.useFakeTimers()
    ring.mockClear()
    alarm = new Alarm(() => (bell instanceof Error ? Promise.reject(bell) : Promise.resolve(bell)), ring)
  })
  afterEach(() => {
    alarm.end()
    vi.useRealTimers()
  })

  it('rings for a new order until it is opened', async () => {
    await arrive(waiting)
    await pass(10)
    expect(ring).toHaveBeenCalledTimes(11)
    bell = { ...waiting, order: null, notify: refund }
    await pass(10)
    expect(ring).toHaveBeenCalledTimes(11)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('goes on for an older order when the newer one was opened', async () => {
    await arrive(waiting)
    const older = { ...order, id: 5 }
    bell = { ...waiting, notify: older, order: older }
    await pass(4)
    expect(ring).toHaveBeenCalledTimes(5)
  })

  it.each([
    ['nothing is unread', none],
    ['the sound is switched off', { ...waiting, playAudio: false }],
  ])('ends when %s', async (_, next) => {
    await arrive(waiting)
    bell = next
    await pass(3)
    expect(ring).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('rings once for what is no order', async () => {
    await arrive({ ...waiting, notify: refund, order: null })
    await pass(3)
    expect(ring.mock.calls).toEqual([['/audio/refund.wav']])
  })

  it('lets what arrives ring first, then goes on with the order', async () => {
    await arrive(waiting)
    await arrive({ ...waiting, unreadCount: 2, notify: refund })
    await pass(1)
    expect(ring.mock.calls).toEqual([['/audio/order.wav'], ['/audio/refund.wav'], ['/audio/order.wav']])
  })

  it('is silent for a kind without a sound, which does not end the ringing of an order', async () => {
    const silent = { id: 9, audio_path: '' }
    await arrive({ ...waiting, notify: silent, order: null })
    await pass(3)
    expect(ring).not.toHaveBeenCalled()
    await arrive(waiting)
    bell = { ...waiting, unreadCount: 2, notify: silent }
    await pass(2)
    expect(ring).toHaveBeenCalledTimes(3)
  })

  it('ends with its session', async () => {
    await arrive(waiting)
    alarm.end()
    await pass(3)
    expect(ring).toHaveBeenCalledTimes(1)
  })

  it('goes on after the server did not answer', async () => {
    await arrive(waiting)
    bell = new Error('no signal')
    await pass(3)
    bell = waiting
    await pass(1)
    expect(ring).toHaveBeenCalledTimes(2)
  })
})

it('the shop has its own kinds', () => {
  const kinds = ['shop.new_order', 'refund.asked', 'pay.exception', 'order.review', 'shopping']
  expect(kinds.map(isOfShop)).toEqual([true, true, true, false, false])
})
