/** What the browser remembers of one's way through the shop: words that were searched, goods that were seen. */

const WORDS = 'shopSearched'
const GOODS = 'shopLooked'
const WORDS_MAX = 10
const GOODS_MAX = 12

/** Goods as they are shown once more: without a price, which may be another one by then. */
export interface SeenGoods {
  id: number
  name: string
  image: string
}

function read(key: string): unknown[] {
  try {
    const value: unknown = JSON.parse(globalThis.localStorage?.getItem(key) ?? '[]')
    return Array.isArray(value) ? (value as unknown[]) : []
  } catch {
    return []
  }
}

function write(key: string, value: readonly unknown[]): void {
  try {
    if (value.length === 0) globalThis.localStorage?.removeItem(key)
    else globalThis.localStorage?.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or forbidden: nothing is remembered.
  }
}

/** Words that were searched, the last first. */
export const searchedWords = (): string[] =>
  read(WORDS).filter((word): word is string => typeof word === 'string' && word !== '')

export function keepWords(words: string): void {
  const others = searchedWords().filter((one) => one !== words)
  write(WORDS, [words, ...others].slice(0, WORDS_MAX))
}

export const forgetWords = (): void => write(WORDS, [])

/** Goods that were seen, the last first. */
export const seenGoods = (): SeenGoods[] =>
  (read(GOODS) as (Partial<SeenGoods> | null)[]).flatMap((one) => {
    const { id, name, image } = one ?? {}
    return typeof id === 'number' && typeof name === 'string' && typeof image === 'string'
      ? [{ id, name, image }]
      : []
  })

export function keepGoods(goods: SeenGoods): void {
  const others = seenGoods().filter(({ id }) => id !== goods.id)
  write(GOODS, [goods, ...others].slice(0, GOODS_MAX))
}
