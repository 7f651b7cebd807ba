import { ApiError } from '@/shared/http'
import type { Envelope } from '@/shared/http/client'
import { preferences } from '@/shared/preferences/store'
import { session } from '@/shared/session/store'

const NAME = /filename\*?=(?:UTF-8'')?"?([^";]+)/i

/** Fetches a file with the caller's session and hands it to the browser to be kept. */
export async function download(path: string, fallback: string): Promise<void> {
  const response = await fetch(path, {
    headers: {
      server: 'true',
      batoken: session.token,
      'think-lang': preferences.language === 'en' ? 'en' : 'zh-cn',
    },
  }).catch(() => null)
  if (!response?.ok) throw new ApiError(0, '', { key: 'error.server' })
  if (response.headers.get('content-type')?.includes('json')) {
    const answer = (await response.json()) as Envelope<unknown>
    throw new ApiError(answer.code, answer.msg, { data: answer.data })
  }
  const told = NAME.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = told ? decodeURIComponent(told) : fallback
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
