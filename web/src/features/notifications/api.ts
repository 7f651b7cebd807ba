import { http, type Schema } from '@/shared/http'
import { PUSH } from '@/shared/live'

const URL = '/admin/notification.Index'

export const NOTIFICATIONS = URL
export const latest = (): Promise<Schema<'UnreadNotifications'>> => http.get(PUSH)
export const read = (id: number): Promise<Schema<'UnreadCount'>> => http.post(`${URL}/read`, { id })
export const readAll = (upto: number): Promise<Schema<'UnreadCount'>> => http.post(`${URL}/readall`, { upto })
export const getSetup = (): Promise<Schema<'NotificationSetup'>> => http.get(`${URL}/getsetup`)
export const setup = (sound: boolean): Promise<unknown> => http.post(`${URL}/setup`, { sound: sound ? 1 : 0 })
export const SHOP_NOTICES = '/admin/shop.notify.Notify'
export const readOfShop = (id: number): Promise<Schema<'UnreadCount'>> =>
  http.post(`${SHOP_NOTICES}/read`, { id })
export type Announcement = Schema<'AnnouncementView'>
/** The announcements for oneself that run. */
export const myAnnouncements = (signal?: AbortSignal): Promise<Schema<'RunningAnnouncements'>> =>
  http.get('/admin/notice.Announcement/mine', {}, signal)
/** Notes that one was read, or confirms it. */
export const noteAnnouncement = (id: number, confirm: boolean): Promise<unknown> =>
  http.post('/admin/notice.Announcement/read', { id, confirm })
/** How the shop's bell stands. */
export const shopBell = (): Promise<Schema<'ShopBase'>> => http.get('/admin/shop.base/config')
/** Switches a kind off or on again; with a warehouse, only what concerns that one. */
export const mute = (kind: string, muted: boolean, warehouse?: number): Promise<unknown> =>
  http.post(`${URL}/mute`, {
    kind,
    muted: muted ? 1 : 0,
    ...(warehouse !== undefined && { warehouses_id: warehouse }),
  })
/** Asks for a kind by mail as well, or not any more. */
export const mail = (kind: string, mailed: boolean): Promise<unknown> =>
  http.post(`${URL}/mail`, { kind, mailed: mailed ? 1 : 0 })
/** When no mail comes: `22:00` to `07:00`, or never. */
export const quiet = (from: string, to: string): Promise<unknown> => http.post(`${URL}/quiet`, { from, to })
