import { ApiError } from '@/shared/http/error'

/** The file was moved or changed since it was chosen, or its disk was removed. */
export class UnreadableFile extends ApiError {
  constructor() {
    super(0, '', { key: 'upload.unreadable' })
  }
}

/** Reads the first and the last byte of a file. */
async function probe(file: Blob): Promise<void> {
  try {
    await Promise.all([file.slice(0, 1).arrayBuffer(), file.slice(-1).arrayBuffer()])
  } catch {
    throw new UnreadableFile()
  }
}

/** Runs something that reads a file. An unreadable file looks like a network error to the browser, so it is checked first. */
export async function whileReadable<T>(file: Blob, work: () => Promise<T>): Promise<T> {
  await probe(file)
  try {
    return await work()
  } catch (error) {
    await probe(file)
    throw error
  }
}
