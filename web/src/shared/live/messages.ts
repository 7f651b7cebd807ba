import type { Schema } from '@/shared/http'

/** How much a notification matters. */
export type Severity = Schema<'NotificationSeverity'>

/** What an administrator is notified of; the same in lists and on the websocket. */
export type NotificationMessage = Schema<'NotificationView'>

type Unread = Schema<'UnreadCount'>

export type ServerFrame =
  | { type: 'bind'; data: Pick<Schema<'UnreadNotifications'>, 'unread_count' | 'last_seq'> }
  | { type: 'notify'; data: Unread & { seq: number; message: NotificationMessage } }
  | { type: 'read'; data: Unread & { upto?: number } }
  | { type: 'topic'; data: { topic: string; ids?: number[]; more?: boolean } }
  | { type: 'subscribe'; data: { topics: string[] } }
  | { type: 'resync'; data?: unknown }
  | { type: 'pong' }
  | { type: 'error'; data: { code: number; msg: string } }
