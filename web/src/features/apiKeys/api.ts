import { http, type BodyOf, type Schema } from '@/shared/http'

export type KeyForm = Schema<'KeyForm'>
export type ShownKey = Schema<'ShownKeyView'>

export const keyForm = (signal?: AbortSignal): Promise<KeyForm> => http.get('/admin/api.Key/make', {}, signal)

export const makeKey = (body: BodyOf<'/admin/api.Key/make', 'post'>): Promise<ShownKey> =>
  http.post('/admin/api.Key/make', body)

export const rotateKey = (id: number, version: number, overlap_hours: number): Promise<ShownKey> =>
  http.post('/admin/api.Key/rotate', { id, version, overlap_hours })
