import { ApiError, http } from '@/shared/http'
import { loadUploadRules, refusal, uploadRules } from './rules'
import { sendForm } from './send'

export interface Uploaded {
  id: number
  url: string
  full_url?: string
  name: string
  size: number
  mimetype: string
  sha1: string
  width?: number
  height?: number
}

type Told = (part: number) => void

function hashed(file: File, told: Told): Promise<string> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
    const end = (): void => worker.terminate()
    worker.onmessage = (event: MessageEvent<{ part?: number; sha1?: string; failed?: boolean }>) => {
      const { part, sha1, failed } = event.data
      if (part !== undefined) return told(part)
      end()
      if (sha1 && !failed) done(sha1)
      else fail(new ApiError(0, '', { key: 'upload.unreadable' }))
    }
    worker.onerror = () => {
      end()
      fail(new ApiError(0, '', { key: 'upload.unreadable' }))
    }
    worker.postMessage(file)
  })
}

const NAME_MAX = 15
/** The name under which object storage keeps a file. */
export function storageKey(file: { name: string }, sha1: string, now = new Date()): string {
  const dot = file.name.lastIndexOf('.')
  const suffix = dot > 0 ? file.name.slice(dot + 1).toLowerCase() : 'file'
  const name = (dot > 0 ? file.name.slice(0, dot) : file.name)
    .replace(/<[^>]*>/g, '')
    .replace(/[\s:@#?&/='+,]/g, '')
    .slice(0, NAME_MAX)
  const day = `${now.getFullYear()}${String(now.getMonth() + 1).padStart(2, '0')}${String(now.getDate()).padStart(2, '0')}`
  return `/storage/default/${day}/${name}${sha1}.${suffix}`
}

async function toObjectStorage(file: File, told: Told): Promise<Uploaded> {
  const sha1 = await hashed(file, (part) => told(part * 0.3))
  const url = storageKey(file, sha1)
  const form = new FormData()
  form.append('key', url.slice(1))
  for (const [name, value] of Object.entries(uploadRules.params)) form.append(name, value)
  form.append('file', file)
  const answer = await fetch(uploadRules.url, { method: 'POST', body: form }).catch(() => null)
  if (!answer?.ok) throw new ApiError(0, '', { key: 'error.server' })
  const { file: kept } = await http.post<{ file: Uploaded }>('/admin/Alioss/callback', {
    url,
    name: file.name,
    size: file.size,
    type: file.type,
    sha1,
  })
  told(1)
  return kept
}

/** Checks and sends a file; to this host, or straight to object storage where the site says so. */
export async function upload(
  file: File,
  told: Told = () => undefined,
  signal?: AbortSignal,
): Promise<Uploaded> {
  await loadUploadRules()
  const key = refusal(file)
  if (key) throw new ApiError(0, '', { key })
  if (uploadRules.mode !== 'local' && uploadRules.url) return toObjectStorage(file, told)
  const { file: kept } = await sendForm<{ file: Uploaded }>(
    '/admin/ajax/upload',
    () => {
      const form = new FormData()
      form.append('topic', 'default')
      form.append('file', file)
      return form
    },
    told,
    signal,
  )
  return kept
}
