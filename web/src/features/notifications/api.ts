import { http, untyped } from '@/shared/http'
import { PUSH, type NotificationMessage } from '@/shared/live'

const URL = '/admin/notification.Index'

export const NOTIFICATIONS = URL
export const latest = (): Promise<{ list: NotificationMessage[]; unread_count: number }> =>
  untyped(http.get(PUSH))
export const read = (id: number): Promise<{ unread_count?: number } | null> =>
  untyped(http.post(`${URL}/read`, { id }))
export const readAll = (upto?: number): Promise<{ unread_count?: number } | null> =>
  untyped(http.post(`${URL}/readall`, upto ? { upto } : {}))
export const getSetup = (): Promise<{ sound: boolean }> => untyped(http.get(`${URL}/getsetup`))
export const setup = (sound: boolean): Promise<unknown> => http.post(`${URL}/setup`, { sound: sound ? 1 : 0 })
