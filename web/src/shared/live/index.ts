import { proxy } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { http } from '@/shared/http'
import { nodeLanguage, preferences } from '@/shared/preferences/store'
import { session } from '@/shared/session/store'
import { LiveConnection, type LiveState, type Socket, type Via } from './connection'
import type { NotificationMessage } from './messages'

export const liveStore = proxy<{ state: LiveState; unread: number }>({ state: 'off', unread: 0 })

type Watcher = (message: NotificationMessage, via: Via) => void

const watchers = new Set<Watcher>()
/** Every new message, once. */
export function onNotification(watch: Watcher): () => void {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

export const PUSH = '/admin/notification.Index/push'

export const live = new LiveConnection({
  open: () => {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
    return new WebSocket(`${scheme}//${location.host}/ws`) as unknown as Socket
  },
  token: () => session.token,
  path: () => location.pathname,
  language: nodeLanguage,
  push: () => http.get(PUSH),
  onMessage: (message, via) => watchers.forEach((watch) => watch(message, via)),
  onUnread: (count) => {
    liveStore.unread = count
  },
  onState: (state) => {
    liveStore.state = state
  },
  // Any call refreshes an expired token on the way; if it succeeds there is a session again.
  onRefused: () =>
    http.get(PUSH).then(
      () => true,
      () => false,
    ),
})

subscribeKey(preferences, 'language', () => live.again())

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => live.wake())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && live.wake())
}

export type { Via } from './connection'
export type { NotificationMessage, Severity } from './messages'
