import { http } from '@/shared/http'

export interface Profile {
  id: number
  username: string
  nickname: string
  avatar: string
  email: string
  mobile: string
  motto: string
  last_login_time: string
}
export interface LogRow {
  id: number
  title: string
  ip: string
  create_time: number
}

const URL = '/admin/routine.AdminInfo'

export const loadProfile = (signal?: AbortSignal): Promise<{ info: Profile }> =>
  http.get(`${URL}/index`, undefined, signal)
export const saveProfile = (
  changes: Partial<Profile> & { id: number; password?: string },
): Promise<unknown> => http.post(`${URL}/edit`, changes, { announce: true })

const LOG_ROWS = 12
export const loadLog = (id: number, signal?: AbortSignal): Promise<{ list: LogRow[] }> =>
  http.get(
    '/admin/auth.AdminLog/index',
    { limit: LOG_ROWS, search: [{ field: 'admin_id', val: String(id), operator: 'eq' }] },
    signal,
  )

export async function uploadAvatar(file: File): Promise<{ url: string }> {
  const form = new FormData()
  form.append('file', file)
  form.append('topic', 'avatar')
  return (await http.post<{ file: { url: string } }>('/admin/ajax/upload', form)).file
}

/** 6 to 32 characters, none of & < > " ' (specification, validation rules). */
export const PASSWORD = /^[^&<>"'\r\n]{6,32}$/
export const MOBILE = /^1[3-9]\d{9}$/
