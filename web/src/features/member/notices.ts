import type { Schema } from '@/shared/http/api'
import { memberHttp } from '@/shared/http/member'
import { member } from '@/shared/session/member'

export const NOTICE_KINDS = [
  'money',
  'score',
  'password',
  'bind',
  'reply',
  'paid',
  'shipped',
  'refund',
  'cancel',
  'coupon',
  'coupon_ending',
  'score_ending',
  'recall',
  'payment',
  'company',
  'person',
  'announcement',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** A notice, with the server's text. */
export type Notice = Schema<'MemberNotice'>
export type NoticePage = Schema<'MemberNoticePage'>

const URL = '/api/account/notifications'

export async function fetchNotices(
  page: number,
  limit: number,
  unreadOnly: boolean,
  signal?: AbortSignal,
): Promise<NoticePage> {
  const answer = await memberHttp.get(URL, { page, limit, status: unreadOnly ? 0 : undefined }, signal)
  member.unread = answer.unread_count
  return answer
}

/** The number at the bell. Without an answer it stays as it was. */
export async function countUnread(): Promise<void> {
  await fetchNotices(1, 1, true).catch(() => undefined)
}

export async function readNotice(id: number): Promise<void> {
  member.unread = (await memberHttp.post(`${URL}/read`, { id })).unread_count
}

/** All up to the newest that is shown: what arrives meanwhile stays unread. */
export async function readNotices(upto: number): Promise<void> {
  member.unread = (await memberHttp.post(`${URL}/readall`, { upto })).unread_count
}
