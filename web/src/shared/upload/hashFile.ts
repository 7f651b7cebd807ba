import type { HashNews } from './hash.worker'
import { UnreadableFile } from './readable'

/** Hashes off the main thread, so that a film of gigabytes leaves the page usable. */
export function hashFile(
  file: Blob,
  onProgress: (share: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
    const stop = (): void => {
      worker.terminate()
      reject(signal?.reason ?? new UnreadableFile())
    }
    if (signal?.aborted) return stop()
    signal?.addEventListener('abort', stop, { once: true })
    worker.addEventListener('error', stop)
    worker.addEventListener('message', ({ data }: MessageEvent<HashNews>) => {
      if ('share' in data) return onProgress(data.share)
      signal?.removeEventListener('abort', stop)
      worker.terminate()
      if ('sha1' in data) resolve(data.sha1)
      else reject(new UnreadableFile())
    })
    worker.postMessage(file)
  })
}
