import { ApiError, http } from '@/shared/http'
import { loadSite } from '@/shared/site/load'
import { sendForm } from './send'
import { RefusedFile, upload, type StoredFile } from './upload'

/** Checks and sends a file as an administrator; `told` hears which share of it is on its way. */
export async function uploadAsAdmin(
  file: File,
  told: (share: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<StoredFile> {
  await loadSite()
  try {
    return await upload(file, {
      http: {
        post: (path, body) =>
          body instanceof FormData ? sendForm(path, () => body, told, signal) : http.post(path, body),
      },
      side: 'admin',
      signal,
      onHashed: (share) => told(share * 0.3),
    })
  } catch (error) {
    throw error instanceof RefusedFile ? new ApiError(0, '', { key: error.key }) : error
  }
}
