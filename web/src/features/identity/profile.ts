import { http, type Schema } from '@/shared/http'
import { uploadAsAdmin } from '@/shared/upload/adminUpload'
import type { StoredFile } from '@/shared/upload/upload'

export type Profile = Schema<'OwnInfo'>

const URL = '/admin/routine.AdminInfo'

export const loadProfile = (signal?: AbortSignal): Promise<Schema<'OwnProfile'>> =>
  http.get(`${URL}/index`, undefined, signal)
export const saveProfile = (
  changes: Partial<Profile> & { id: number; password?: string; oldPassword?: string },
): Promise<unknown> => http.post(`${URL}/edit`, changes, { announce: true })

const LOG_ROWS = 12
export const loadLog = (id: number, signal?: AbortSignal) =>
  http.get(
    '/admin/auth.AdminLog/index',
    { limit: LOG_ROWS, search: [{ field: 'admin_id', val: String(id), operator: 'eq' }] },
    signal,
  )

/** Checked like any other file before it is sent. */
export const uploadAvatar = (file: File): Promise<StoredFile> => uploadAsAdmin(file, { topic: 'avatar' })
