import type { SettingsAnswer } from './model'

interface Pair {
  key: string
  value: string
}

/** A column of pairs that may hold keys of the node's own words, and what those say in the reader's language. */
export interface OwnWords {
  column: keyof Pair
  titles: ReadonlyMap<string, string>
}

const pairsOf = (value: unknown): Pair[] => (Array.isArray(value) ? (value as Pair[]) : [])

/** The node names groups and entrances in the reader's language; their settings keep the keys. */
export function ownWords({ list, configGroup, quickEntrance }: SettingsAnswer): Record<string, OwnWords> {
  const settings = Object.values(list).flatMap((group) => group.list)
  const stored = (name: string): Pair[] => pairsOf(settings.find((one) => one.name === name)?.value)
  const titles = (start: string, told: (string | undefined)[][]): Map<string, string> =>
    new Map(
      told.flatMap(([word = '', title]) =>
        String(word).startsWith(start) && title ? [[word, title] as const] : [],
      ),
    )
  return {
    config_group: {
      column: 'value',
      titles: titles(
        'setting.',
        stored('config_group').map(({ key, value }) => [value, configGroup[key]]),
      ),
    },
    config_quick_entrance: {
      column: 'key',
      titles: titles(
        'entrance.',
        stored('config_quick_entrance').map(({ key }, at) => [key, quickEntrance[at]?.key]),
      ),
    },
  }
}

function replaced(value: unknown, column: keyof Pair, by: ReadonlyMap<string, string>): unknown {
  if (!Array.isArray(value)) return value
  return pairsOf(value).map((pair) => ({ ...pair, [column]: by.get(pair[column]) ?? pair[column] }))
}

/** Pairs as they are read. */
export const spoken = (value: unknown, { column, titles }: OwnWords): unknown =>
  replaced(value, column, titles)

/** Pairs as they are kept: what still says the node's own words stays a key, and so stays in both languages. */
export const keptAs = (value: unknown, { column, titles }: OwnWords): unknown =>
  replaced(value, column, new Map([...titles].map(([word, title]) => [title, word])))
