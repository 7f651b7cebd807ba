// eslint-disable-next-line no-restricted-imports -- the callback of object stores is not in the document
import { client } from '@/shared/http'
import { loadSite } from '@/shared/site/load'
import { sendForm } from './send'
import { upload, type StoredFile } from './upload'

interface Options {
  /** Called with the share that has been sent. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  topic?: string
}

/** Checks and sends a file as an administrator. */
export async function uploadAsAdmin(
  file: File,
  { onProgress: report = () => undefined, signal, topic }: Options = {},
): Promise<StoredFile> {
  await loadSite()
  return upload(file, {
    http: {
      post: (path, body) =>
        body instanceof FormData ? sendForm(path, () => body, report, signal) : client.post(path, body),
    },
    side: 'admin',
    topic,
    signal,
    onHashed: (share) => report(share * 0.3),
  })
}
