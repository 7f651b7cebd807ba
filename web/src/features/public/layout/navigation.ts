export const TRADES = ['electronics', 'textile', 'automotive'] as const
export type Trade = (typeof TRADES)[number]

export function isTrade(text: string | undefined): text is Trade {
  return TRADES.some((trade) => trade === text)
}

export const tradePath = (trade: Trade): string => `/industries/${trade}`

/** The header's entries in their order; `industries` opens a list. */
export const HEADER_LINKS = [
  { key: 'home', path: '/' },
  { key: 'shop', path: '/shop' },
  { key: 'platform', path: '/platform' },
  { key: 'industries', path: null },
  { key: 'cases', path: '/cases' },
  { key: 'customs', path: '/customs' },
  { key: 'assistant', path: '/assistant' },
  { key: 'about', path: '/about' },
] as const

export type EntryKey = (typeof HEADER_LINKS)[number]['key'] | 'help' | 'trial' | 'staff'

/** Entries that a site has before its own choice is known. */
const FIRST: readonly string[] = [
  'shop',
  'platform',
  'industries',
  'cases',
  'customs',
  'about',
  'help',
  'trial',
  'staff',
]

/** Whether the owner shows an entry; the way home is always there. */
export const shows = (entries: readonly string[] | null, key: EntryKey): boolean =>
  key === 'home' || (entries ?? FIRST).includes(key)
