import { builtIn } from '@/shared/i18n'
import { http } from '@/shared/http'
import { EXTRA_PAGE, EXTRAS, parseLinks, type Extra } from '@/shared/site/extras'

/** The public pages, by the names their texts are stored under; `path` is where they are seen. */
export const PAGES = [
  { page: 'site', path: '/', label: 'content.frame' },
  { page: 'home', path: '/', label: 'site.nav.home' },
  { page: 'platform', path: '/platform', label: 'site.nav.platform' },
  { page: 'industry', path: '/industries/electronics', label: 'site.nav.industries' },
  { page: 'cases', path: '/cases', label: 'site.nav.cases' },
  { page: 'customs', path: '/customs', label: 'site.nav.customs' },
  { page: 'assistant', path: '/assistant', label: 'site.nav.assistant' },
  { page: 'about', path: '/about', label: 'site.nav.about' },
  { page: 'help', path: '/help', label: 'site.nav.help' },
  { page: 'trial', path: '/trial', label: 'site.nav.trial' },
] as const

export type PageName = (typeof PAGES)[number]['page']

export interface Pair {
  zh: string
  en: string
}

/** A row of `site.Content`. */
export interface ContentRow extends Pair {
  id: number
  page: string
  key: string
  status: number
  version?: number
}

/** One text of a page: the built-in one, and the site's own in its place. */
export interface Slot {
  key: string
  kind: 'text' | Extra['kind']
  built: Pair
  row: ContentRow | null
}

export const EMPTY: Pair = { zh: '', en: '' }
export const URL = '/admin/site.Content'
/** The longest that the server keeps. */
export const LONGEST = 5000

/** Texts that are edited most often come first, those for screen readers last. */
const FIRST = ['title', 'text', 'footer.', 'cta.', 'nav.']

/** All texts of a page in the order they are declared, with what replaces them. */
export async function loadSlots(page: PageName, signal: AbortSignal): Promise<Slot[]> {
  const [zh, en, { list }] = await Promise.all([
    builtIn('zh-CN', page),
    builtIn('en', page),
    http.get(
      `${URL}/index`,
      { limit: 500, order: 'id,asc', search: [{ field: 'page', val: page, operator: '=' }] },
      signal,
    ),
  ])
  const rowOf = (key: string): ContentRow | null =>
    list.find((row) => row.key === key || row.key === `${page}.${key}`) ?? null
  const texts = [...new Set([...Object.keys(zh), ...Object.keys(en)])].map((key): Slot => ({
    key,
    kind: 'text',
    built: { zh: zh[key] ?? '', en: en[key] ?? '' },
    row: rowOf(key),
  }))
  const extras =
    page === EXTRA_PAGE
      ? EXTRAS.map(({ key, kind }): Slot => ({ key, kind, built: EMPTY, row: rowOf(key) }))
      : []
  const rank = ({ key }: Slot): number => {
    const place = FIRST.findIndex((start) => key.startsWith(start))
    return place < 0 ? FIRST.length : place
  }
  return [...extras, ...texts.sort((a, b) => rank(a) - rank(b))]
}

/** The text in force: a row that is switched off changes nothing. */
export const written = ({ row }: Slot): Pair => (row?.status === 1 ? { zh: row.zh, en: row.en } : EMPTY)

/** Placeholders such as `{{year}}` that a text must keep to be complete. */
export function lostPlaceholders(built: string, text: string): string[] {
  const placeholders = built.match(/{{\w+}}/g) ?? []
  return text.trim() === '' ? [] : placeholders.filter((one) => !text.includes(one))
}

/** What is wrong with a text, as a key of words with what fills it. */
export function wrongWith(
  slot: Slot,
  value: string,
  language: keyof Pair,
): { key: string; places?: string } | null {
  if (slot.kind === 'links') {
    const lines = value.split('\n').filter((line) => line.trim() !== '')
    return lines.length === parseLinks(value).length ? null : { key: 'content.wrongLinks' }
  }
  const lost = lostPlaceholders(slot.built[language], value)
  return lost.length > 0 ? { key: 'content.lostPlaceholders', places: lost.join(' ') } : null
}

export interface Change {
  slot: Slot
  value: Pair
}

/** What differs from what is in force. */
export function changesOf(slots: readonly Slot[], drafts: Readonly<Record<string, Pair>>): Change[] {
  return slots.flatMap((slot) => {
    const draft = drafts[slot.key]
    if (!draft) return []
    const value = { zh: draft.zh.trim(), en: draft.en.trim() }
    const now = written(slot)
    return value.zh === now.zh && value.en === now.en ? [] : [{ slot, value }]
  })
}

/** Saves one text. With both languages empty, the built-in ones apply again. */
export async function save(page: PageName, { slot, value }: Change): Promise<void> {
  const { row, key } = slot
  if (value.zh === '' && value.en === '') {
    if (row) await http.del(`${URL}/del`, { ids: [row.id] })
    return
  }
  if (row) await http.post(`${URL}/edit`, { id: row.id, ...value, status: 1, version: row.version })
  else await http.post(`${URL}/add`, { page, key, ...value, status: 1 })
}

export function without<T>(all: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([one]) => one !== key))
}
