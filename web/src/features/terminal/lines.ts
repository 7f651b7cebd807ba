/** Flags of the protocol, which are no lines. */
const FLAG = /^command-/
const EXIT = /^exitCode: (-?\d+)$/

/** What a piece of a stream of events adds. */
export interface Read {
  lines: string[]
  /** The command's end; 0 is success. */
  exit?: number
  /** The beginning of an event whose end is still to come. */
  rest: string
}

/** Reads the whole events of a text. */
export function readEvents(text: string): Read {
  const parts = text.split('\n\n')
  const read: Read = { lines: [], rest: parts.pop() ?? '' }
  for (const part of parts) {
    if (!part.startsWith('data: ')) continue
    const { data } = JSON.parse(part.slice('data: '.length)) as { data: string }
    const exit = EXIT.exec(data)?.[1]
    if (exit !== undefined) read.exit = Number(exit)
    else if (!FLAG.test(data)) read.lines.push(data)
  }
  return read
}
