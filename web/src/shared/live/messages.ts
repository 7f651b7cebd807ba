import type { Schema } from '@/shared/http'

/** How much a notification matters. */
export type Severity = Schema<'NotificationSeverity'>

export interface NotificationMessage {
  id: number
  message: string
  message_type: string
  message_data: { link?: string; [key: string]: unknown }
  message_type_map?: Record<string, string>
  severity?: Severity
  /** Empty: silent. */
  audio_path?: string
  unread_count?: number
  count?: number
  create_time: number
  read_time?: number | null
}

export type ServerFrame =
  | { type: 'bind'; data: { unread_count: number; last_seq: number } }
  | { type: 'notify'; data: { unread_count: number; seq: number; message: NotificationMessage } }
  | { type: 'read'; data: { unread_count: number; upto?: number } }
  | { type: 'topic'; data: { topic: string; ids?: number[] } }
  | { type: 'resync'; data?: unknown }
  | { type: 'pong' }
  | { type: 'error'; data: { code: number; msg: string } }
