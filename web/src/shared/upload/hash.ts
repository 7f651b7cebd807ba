import { Sha1 } from './sha1'

/** Files are read in pieces of this size, off the main thread. */
export const CHUNK_BYTES = 50 * 1024 * 1024

/** SHA-1 of a file, piece by piece. */
export async function hashOf(
  file: Blob,
  told?: (part: number) => void,
  chunk = CHUNK_BYTES,
): Promise<string> {
  const sha = new Sha1()
  for (let at = 0; at < file.size; at += chunk) {
    sha.update(new Uint8Array(await file.slice(at, at + chunk).arrayBuffer()))
    told?.(Math.min(1, (at + chunk) / file.size))
  }
  return sha.hex()
}
