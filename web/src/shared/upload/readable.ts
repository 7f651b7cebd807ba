import { ApiError } from '@/shared/http/error'

/** The file went away or was changed since it was chosen, or its disk did. */
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

/** Does what reads a file. To a browser one that can't be read while it is sent looks like a lost network. */
export async function whileReadable<T>(file: Blob, work: () => Promise<T>): Promise<T> {
  await probe(file)
  try {
    return await work()
  } catch (error) {
    await probe(file)
    throw error
  }
}
