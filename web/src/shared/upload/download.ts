import { ApiError, http, statusKey } from '@/shared/http'
import { apiAddress } from '@/shared/http/address'
import type { Envelope } from '@/shared/http/client'
import { nodeLanguage } from '@/shared/preferences/store'
import { session } from '@/shared/session/store'

const NAME = /filename\*?=(?:UTF-8'')?"?([^";]+)/i

async function asked(path: string, body?: unknown): Promise<Response> {
  const response = await fetch(apiAddress(path), {
    method: body === undefined ? 'GET' : 'POST',
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: {
      server: 'true',
      batoken: session.token,
      'think-lang': nodeLanguage(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  }).catch(() => {
    throw new ApiError(0, '', { key: navigator.onLine ? 'error.server' : 'error.offline' })
  })
  if (response.ok) return response
  throw new ApiError(0, '', { key: statusKey(response.status), status: response.status, url: path })
}

/** What the node said in place of a file. */
async function refusal(response: Response): Promise<Envelope<unknown> | null> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return isJson ? ((await response.json()) as Envelope<unknown>) : null
}

/** Fetches a file with the caller's session. A body, if there is one, is posted. */
export async function fetchFile(path: string, body?: unknown): Promise<Response> {
  let response = await asked(path, body)
  let refused = await refusal(response)
  if (refused?.code === 409 || refused?.code === 303) {
    // Any plain call renews the token on the way, or leads to the login.
    await http.get('/admin/Index/index')
    response = await asked(path, body)
    refused = await refusal(response)
  }
  if (refused) throw new ApiError(refused.code, refused.msg, { data: refused.data })
  return response
}

function keep(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Fetches a file with the caller's session and hands it to the browser to be kept. */
export async function download(path: string, fallback: string): Promise<void> {
  const response = await fetchFile(path)
  const encodedName = NAME.exec(response.headers.get('content-disposition') ?? '')?.[1]
  keep(await response.blob(), encodedName ? decodeURIComponent(encodedName) : fallback)
}

/** Hands a text to the browser to be kept, marked as UTF-8 so that spreadsheets read it right. */
export function saveText(text: string, name: string): void {
  keep(new Blob([`\ufeff${text}`], { type: 'text/csv;charset=utf-8' }), name)
}

/** Hands an answer to the browser to be kept as JSON that people can read. */
export function saveJson(answer: unknown, name: string): void {
  keep(new Blob([JSON.stringify(answer, null, 2)], { type: 'application/json' }), name)
}
