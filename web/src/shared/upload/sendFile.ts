import { whileReadable } from './readable'
import { sendForm } from './send'

/** Sends a file, with what is said of it before it. */
export function sendFile<T>(
  path: string,
  file: File,
  fields: Readonly<Record<string, string>> = {},
): Promise<T> {
  const form = (): FormData => {
    const made = new FormData()
    for (const [name, value] of Object.entries(fields)) made.append(name, value)
    made.append('file', file)
    return made
  }
  return whileReadable(file, () => sendForm<T>(path, form))
}
