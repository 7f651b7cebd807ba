import { suffixOf } from './check'

const NAME_LENGTH = 15
const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

interface Facts {
  /** As the person calls it. */
  name: string
  sha1: string
  topic?: string
  now?: Date
  /** `length` letters and digits. */
  random?: (length: number) => string
}

const two = (value: number): string => String(value).padStart(2, '0')

function randomText(length: number): string {
  return Array.from(
    crypto.getRandomValues(new Uint8Array(length)),
    (byte) => LETTERS[byte % LETTERS.length],
  ).join('')
}

/** A name fit for an address: no tags, no white space, none of `: @ # ? & / = ' , +`, at most 15 characters. */
export function plainName(name: string): string {
  const dot = name.lastIndexOf('.')
  const stem = (dot > 0 ? name.slice(0, dot) : name)
    .replace(/<[^>]*>/g, '')
    .replace(/[\s\p{Cc}:@#?&/\\=',+<>"%]/gu, '')
  return [...stem].slice(0, NAME_LENGTH).join('')
}

/**
 * Fills a template such as `/storage/{topic}/{year}{mon}{day}/{fileName}{fileSha1}{.suffix}`; unknown
 * placeholders stay.
 */
export function savedName(
  template: string,
  { name, sha1, topic = 'default', now = new Date(), random = randomText }: Facts,
): string {
  const suffix = suffixOf(name)
  const places: Record<string, () => string> = {
    topic: () => topic,
    year: () => String(now.getFullYear()),
    mon: () => two(now.getMonth() + 1),
    day: () => two(now.getDate()),
    hour: () => two(now.getHours()),
    min: () => two(now.getMinutes()),
    sec: () => two(now.getSeconds()),
    random: () => random(8),
    random32: () => random(32),
    fileName: () => plainName(name),
    suffix: () => suffix,
    '.suffix': () => `.${suffix}`,
    fileSha1: () => sha1,
  }
  return template.replace(/{(\.?\w+)}/g, (whole, place: string) => places[place]?.() ?? whole)
}
