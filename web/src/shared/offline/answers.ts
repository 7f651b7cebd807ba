/**
 * Answers of the node that the handheld page shows again where there is no signal: what each person last read, in
 * IndexedDB. Bounded in number, size and age, and deleted at sign-out.
 */

import { completed, settled } from './indexedDb'

/** Answers of all persons together; the oldest go first. */
export const ANSWERS_MAX = 300
/** Characters of one answer, as JSON; a longer one is not kept. A sheet of 5 000 lines has about 2 million. */
export const ANSWER_CHARS_MAX = 4_000_000
/** Characters of all answers. */
export const CHARS_MAX = 16_000_000
/** An older answer is no longer shown, in milliseconds: three days. */
export const AGE_MAX_MS = 3 * 24 * 3_600_000

const DATABASE = 'entrepot-handheld'
const TEXTS = 'texts'
/** How long each text is, so that making room reads no texts. */
const SIZES = 'sizes'

interface Text {
  key: string
  at: number
  text: string
}
export interface Size {
  key: string
  /** Unix milliseconds. */
  at: number
  chars: number
}

/** The keys that go so that the rest is within its bounds. */
export function overflow(sizes: readonly Size[], now: number): string[] {
  const newestFirst = [...sizes].sort((one, other) => other.at - one.at)
  let [count, chars] = [0, 0]
  return newestFirst
    .filter((one) => {
      count += 1
      chars += one.chars
      return count > ANSWERS_MAX || chars > CHARS_MAX || now - one.at > AGE_MAX_MS
    })
    .map(({ key }) => key)
}

const keyOf = (admin: number, name: string): string => `${admin} ${name}`

let opened: Promise<IDBDatabase> | null = null

/** `null` where the browser has no IndexedDB. */
function database(): Promise<IDBDatabase> | null {
  if (typeof indexedDB === 'undefined') return null
  opened ??= new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(TEXTS, { keyPath: 'key' })
      request.result.createObjectStore(SIZES, { keyPath: 'key' })
    }
    settled(request).then(done, fail)
  })
  opened.catch(() => {
    opened = null
  })
  return opened
}

/** Keeps an answer. Where nothing can be kept, nothing happens. */
export async function keepAnswer(admin: number, name: string, value: unknown): Promise<void> {
  const [key, at, text] = [keyOf(admin, name), Date.now(), JSON.stringify(value)]
  if (text === undefined || text.length > ANSWER_CHARS_MAX) return
  try {
    const open = await database()
    if (!open) return
    const transaction = open.transaction([TEXTS, SIZES], 'readwrite')
    const done = completed(transaction)
    const [texts, sizes] = [transaction.objectStore(TEXTS), transaction.objectStore(SIZES)]
    texts.put({ key, at, text } satisfies Text)
    sizes.put({ key, at, chars: text.length } satisfies Size)
    const all = await settled(sizes.getAll() as IDBRequest<Size[]>)
    for (const old of overflow(all, at)) {
      texts.delete(old)
      sizes.delete(old)
    }
    await done
  } catch {
    // Storage is full or forbidden: nothing is shown without a signal.
  }
}

/** The answer that was kept, if there is one that is not too old. */
export async function keptAnswer(admin: number, name: string): Promise<{ value: unknown } | null> {
  try {
    const open = await database()
    if (!open) return null
    const texts = open.transaction(TEXTS, 'readonly').objectStore(TEXTS)
    const found = await settled(texts.get(keyOf(admin, name)) as IDBRequest<Text | undefined>)
    if (!found || Date.now() - found.at > AGE_MAX_MS) return null
    return { value: JSON.parse(found.text) as unknown }
  } catch {
    return null
  }
}

/** Deletes the answers of everybody. */
export async function forgetAnswers(): Promise<void> {
  try {
    const open = await database()
    if (!open) return
    const transaction = open.transaction([TEXTS, SIZES], 'readwrite')
    const done = completed(transaction)
    transaction.objectStore(TEXTS).clear()
    transaction.objectStore(SIZES).clear()
    await done
  } catch {
    // There is nothing that could be read either.
  }
}
