import { proxy, subscribe } from 'valtio'
import { liveStore } from '@/shared/live'
import { getSetup, read, readAll, setup } from './api'

const KEY = 'shopConfig'

/** What was known at the last visit, so that badge and sound are right before the server has answered. */
function kept(): { playAudio: boolean; unreadCount: number; notify: string } {
  const nothing = { playAudio: false, unreadCount: 0, notify: '' }
  try {
    const saved = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}') as Partial<typeof nothing>
    return { ...nothing, ...saved }
  } catch {
    return nothing
  }
}

const before = kept()
/** `last` is the newest message that was shown. */
export const notifications = proxy({ sound: before.playAudio, revision: 0, last: before.notify })
liveStore.unread = before.unreadCount

function keep(): void {
  const state = { playAudio: notifications.sound, unreadCount: liveStore.unread, notify: notifications.last }
  globalThis.localStorage?.setItem(KEY, JSON.stringify(state))
}
subscribe(notifications, keep)
subscribe(liveStore, keep)

export async function loadSetup(): Promise<void> {
  notifications.sound = Boolean((await getSetup()).sound)
}

export async function setSound(sound: boolean): Promise<void> {
  await setup(sound)
  notifications.sound = sound
}

function settle(answer: { unread_count?: number } | null, fallback: number): void {
  liveStore.unread = answer?.unread_count ?? Math.max(0, fallback)
  notifications.revision += 1
}

export async function markRead(id: number): Promise<void> {
  settle(await read(id), liveStore.unread - 1)
}

export async function markAllRead(): Promise<void> {
  settle(await readAll(), 0)
}

/** A short tone made here: nothing to load, nothing to license. */
export async function chime(): Promise<boolean> {
  const context = new AudioContext()
  if (context.state === 'suspended')
    await Promise.race([context.resume(), new Promise((done) => setTimeout(done, 300))])
  if (context.state !== 'running') {
    void context.close()
    return false
  }
  const gain = context.createGain()
  const tone = context.createOscillator()
  tone.frequency.setValueAtTime(880, context.currentTime)
  tone.frequency.setValueAtTime(1174, context.currentTime + 0.12)
  gain.gain.setValueAtTime(0.08, context.currentTime)
  gain.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + 0.5)
  tone.connect(gain).connect(context.destination)
  tone.start()
  tone.stop(context.currentTime + 0.5)
  tone.onended = () => void context.close()
  return true
}
