import { proxy, subscribe } from 'valtio'
import { liveStore } from '@/shared/live'
import { getSetup, read, readAll, setup } from './api'

const KEY = 'shopConfig'

/** The state of the last visit, so that badge and sound are right before the server has answered. */
function storedState(): { playAudio: boolean; unreadCount: number; notify: string } {
  const nothing = { playAudio: false, unreadCount: 0, notify: '' }
  try {
    const saved = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}') as Partial<typeof nothing>
    return { ...nothing, ...saved }
  } catch {
    return nothing
  }
}

const before = storedState()
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
  notifications.sound = (await getSetup()).sound
}

export async function setSound(sound: boolean): Promise<void> {
  await setup(sound)
  notifications.sound = sound
}

/** After something was read. */
export function settle({ unread_count: unread }: { unread_count: number }): void {
  liveStore.unread = unread
  notifications.revision += 1
}

export async function markRead(id: number): Promise<void> {
  settle(await read(id))
}

/** The highest number of those in a list; 0 of none. */
export const highestOf = (list: readonly { id: number }[]): number =>
  list.reduce((highest, { id }) => Math.max(highest, id), 0)

/** Marks all up to a number as read: one that has arrived since that was shown stays unread. */
export async function markAllRead(upto: number): Promise<void> {
  settle(await readAll(upto))
}

/** What messages that name no sound of their own play. */
const CHIME = '/audio/notify.wav'

/** Plays a message's sound; false when the browser does not let a page play before it was touched. */
export async function playSound(path = CHIME): Promise<boolean> {
  try {
    await new Audio(path).play()
    return true
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'NotAllowedError') return false
    throw cause
  }
}
