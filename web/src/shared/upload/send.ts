import { ApiError, http, statusKey } from '@/shared/http'
import { apiAddress } from '@/shared/http/address'
import type { Envelope } from '@/shared/http/client'
import { nodeLanguage } from '@/shared/preferences/store'
import { session } from '@/shared/session/store'

/** Sends a form without a time limit and tells how far it is; an expired session is renewed once. */
export async function sendForm<T>(
  path: string,
  form: () => FormData,
  onProgress?: (part: number) => void,
  signal?: AbortSignal,
): Promise<T> {
  let answer = await once<T>(path, form(), onProgress, signal)
  if (answer.code === 409 || answer.code === 303) {
    // Any plain call renews the token on the way, or leads to the login.
    await http.get('/admin/Index/index')
    answer = await once<T>(path, form(), onProgress, signal)
  }
  if (answer.code !== 1)
    throw new ApiError(answer.code, answer.msg, { data: answer.data, errors: answer.errors })
  return answer.data
}

function once<T>(
  path: string,
  form: FormData,
  onProgress?: (part: number) => void,
  signal?: AbortSignal,
): Promise<Envelope<T>> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    request.open('POST', apiAddress(path))
    request.responseType = 'json'
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('server', 'true')
    request.setRequestHeader('think-lang', nodeLanguage())
    if (session.token) request.setRequestHeader('batoken', session.token)
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total)
    request.onload = () => {
      const answer = request.response as Envelope<T> | null
      if (request.status >= 200 && request.status < 300 && answer) done(answer)
      else if (request.status === 413) fail(new ApiError(0, '', { key: 'upload.size' }))
      else {
        const key = request.status >= 300 ? statusKey(request.status) : 'error.server'
        fail(new ApiError(0, '', { key, status: request.status, url: path }))
      }
    }
    request.onerror = () =>
      fail(new ApiError(0, '', { key: navigator.onLine ? 'error.server' : 'error.offline' }))
    request.onabort = () => fail(new ApiError(0, '', { key: 'error.cancelled' }))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
