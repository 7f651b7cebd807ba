import type { DataOf, PathOf, Schema } from '@/shared/http/api'
import { ApiError } from '@/shared/http/error'
import { site, type UploadLimits } from '@/shared/site/store'
import { checkFile, suffixOf, type UploadProblem } from './check'
import { savedName } from './fileName'
import { hashFile } from './hashFile'
import { whileReadable } from './readable'
import { inTurn } from './turns'

type Uploaded = Schema<'UploadedFile'>

/** A file on the server: rows store `url`, pages show `full_url`. What lies in an object store has no more. */
export type StoredFile = Pick<
  Uploaded,
  'url' | 'full_url' | 'name' | 'size' | 'mimetype' | 'sha1' | 'suffix'
> &
  Partial<Pick<Uploaded, 'id' | 'width' | 'height'>>

/** The part of the http client that is used; both sides' clients have it. */
export interface UploadHttp {
  post<T>(path: string, body?: unknown, options?: { timeout?: number; signal?: AbortSignal }): Promise<T>
}

export interface UploadOptions {
  http: UploadHttp
  side: 'admin' | 'api'
  topic?: string
  signal?: AbortSignal
  /** Share of the hashing, before a direct upload. */
  onHashed?: (share: number) => void
  limits?: UploadLimits
}

/** The file was not sent, or the object store refused it: the key of the error text. */
export class RefusedFile extends ApiError {
  constructor(readonly key: UploadProblem | 'upload.store') {
    super(0, '', { key })
  }
}

/** Sends a file to our own server or, where the site is configured so, straight to its object store. */
export async function upload(file: File, options: UploadOptions): Promise<StoredFile> {
  const limits = options.limits ?? site.upload
  const problem = checkFile(file, limits)
  if (problem) throw new RefusedFile(problem)
  return whileReadable(file, () =>
    limits.mode !== 'local' && limits.url ? toObjectStore(file, limits, options) : toOwnServer(file, options),
  )
}

type UploadPath = Extract<PathOf<'post'>, `/${UploadOptions['side']}/ajax/upload`>

async function toOwnServer(file: File, options: UploadOptions): Promise<StoredFile> {
  const form = new FormData()
  form.append('topic', options.topic ?? 'default')
  form.append('file', file, file.name)
  const path: UploadPath = `/${options.side}/ajax/upload`
  const { file: stored } = await inTurn(() =>
    options.http.post<DataOf<UploadPath, 'post'>>(path, form, { timeout: 0, signal: options.signal }),
  )
  return stored
}

async function toObjectStore(file: File, limits: UploadLimits, options: UploadOptions): Promise<StoredFile> {
  const sha1 = await hashFile(file, options.onHashed, options.signal)
  const path = savedName(limits.saveName, { name: file.name, sha1 })
  const form = new FormData()
  form.append('key', path.replace(/^\//, ''))
  for (const [name, value] of Object.entries(limits.params ?? {})) form.append(name, value)
  // Object stores ignore whatever stands behind the file.
  form.append('file', file, file.name)
  const answer = await fetch(limits.url ?? '', { method: 'POST', body: form, signal: options.signal })
  if (!answer.ok) throw new RefusedFile('upload.store')
  const stored: StoredFile = {
    url: path,
    full_url: `${(limits.url ?? '').replace(/\/+$/, '')}/${path.replace(/^\//, '')}`,
    name: file.name,
    size: file.size,
    mimetype: file.type,
    sha1,
    suffix: suffixOf(file.name),
  }
  // The file is there already; without its entry it is only missing from the gallery.
  void options.http
    .post(`/${options.side}/Alioss/callback`, {
      url: path,
      name: file.name,
      size: file.size,
      type: file.type,
      sha1,
    })
    .catch(() => undefined)
  return stored
}
