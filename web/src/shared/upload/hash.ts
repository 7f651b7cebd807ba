import { Sha1 } from './sha1'

/** As much of a file as is read at once. */
export const CHUNK_BYTES = 50 * 1024 * 1024

/** The sha1 of a file of any size, never holding more than one chunk of it. */
export async function hashBlob(
  file: Blob,
  onProgress: (share: number) => void = () => undefined,
  chunk = CHUNK_BYTES,
): Promise<string> {
  const sha1 = new Sha1()
  for (let at = 0; at < file.size; at += chunk) {
    sha1.update(new Uint8Array(await file.slice(at, at + chunk).arrayBuffer()))
    onProgress(Math.min(1, (at + chunk) / file.size))
  }
  return sha1.hex()
}
