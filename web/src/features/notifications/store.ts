import { proxy } from 'valtio'
import { liveStore } from '@/shared/live'
import { getSetup, read, readAll, setup } from './api'

export const notifications = proxy({ sound: false, revision: 0 })

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
