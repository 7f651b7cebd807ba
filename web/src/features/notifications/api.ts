import { http } from '@/shared/http'
import { PUSH, type NotificationMessage } from '@/shared/live'

const URL = '/admin/notification.Index'

export const NOTIFICATIONS = URL
export const latest = (): Promise<{ list: NotificationMessage[]; unread_count: number }> => http.get(PUSH)
export const read = (id: number): Promise<{ unread_count?: number } | null> =>
  http.post(`${URL}/read`, { id })
export const readAll = (upto?: number): Promise<{ unread_count?: number } | null> =>
  http.post(`${URL}/readall`, upto ? { upto } : {})
export const getSetup = (): Promise<{ sound: boolean }> => http.get(`${URL}/getsetup`)
export const setup = (sound: boolean): Promise<unknown> => http.post(`${URL}/setup`, { sound: sound ? 1 : 0 })
