import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { subscribeKey } from 'valtio/utils'
import { preferences, type Language } from '@/shared/preferences/store'
import { site, withCurrency } from '@/shared/site/store'

/** Texts by language and group; a group is a file `<language>/<group>.ts` whose top-level names are key prefixes. */
type Texts = { [key: string]: string | Texts }
export type Group = { default: Texts }

let loadGroup: (language: Language, group: string) => Promise<Group>
/** Set by each side: visitors don't load the back office's texts. */
export function loadTextsWith(source: typeof loadGroup): void {
  loadGroup = source
}

const FALLBACK: Language = 'zh-CN'
const wanted = new Set<string>()
const arrived = new Map<string, Promise<void>>()

void i18next.use(initReactI18next).init({
  lng: preferences.language,
  fallbackLng: FALLBACK,
  resources: {},
  interpolation: { escapeValue: false },
  saveMissing: true,
  missingKeyHandler: (_languages, _namespace, key, _text, _update, options: { defaultValue?: unknown }) => {
    if (options?.defaultValue === undefined) void standIn(key)
  },
  // Groups arrive after the first drawing; components must see them.
  react: { bindI18nStore: 'added', useSuspense: false },
})

// `{{amount, money}}`: with the sign of the site's currency, which arrives after the first drawing.
i18next.services.formatter?.add('money', (amount: unknown) => withCurrency(String(amount)))
subscribeKey(site, 'currency', () => void i18next.emit('languageChanged', i18next.language))

function load(language: Language, group: string): Promise<void> {
  const name = `${language}/${group}`
  const under = arrived.get(name)
  if (under) return under
  const arriving = loadGroup(language, group).then(
    ({ default: content }) => {
      i18next.addResourceBundle(language, 'translation', content, true, true)
    },
    (cause: unknown) => {
      // A failed load must be tried again.
      arrived.delete(name)
      throw cause
    },
  )
  arrived.set(name, arriving)
  return arriving
}

/**
 * Chinese is the fallback for texts that the reader's language lacks. Its groups are loaded once a text is
 * missing, so that usually only one language is loaded.
 */
async function standIn(key: string): Promise<void> {
  const { language } = preferences
  if (language === FALLBACK) return
  await Promise.allSettled([...wanted].map((group) => load(language, group)))
  if (!i18next.exists(key, { lng: language }))
    await Promise.allSettled([...wanted].map((group) => load(FALLBACK, group)))
}

/** Loads groups of texts in the chosen language; they stay loaded and follow a change of language. */
export async function loadTexts(...groups: string[]): Promise<void> {
  groups.forEach((group) => wanted.add(group))
  await Promise.all(groups.map((group) => load(preferences.language, group)))
}

/** Changes the language once all texts in use are loaded. */
export async function setLanguage(language: Language): Promise<void> {
  await Promise.all([...wanted].map((group) => load(language, group)))
  preferences.language = language
  await i18next.changeLanguage(language)
}

/** The words that come with the program, by their keys below the group's own name. */
export async function builtIn(language: Language, group: string): Promise<Record<string, string>> {
  const { default: content } = await loadGroup(language, group)
  const flat = (value: string | Texts | undefined, path: string): [string, string][] =>
    typeof value === 'string'
      ? [[path, value]]
      : Object.entries(value ?? {}).flatMap(([key, below]) => flat(below, path ? `${path}.${key}` : key))
  return Object.fromEntries(flat(content[group], ''))
}

/** Texts that the back office has written instead of ours: keys below `prefix`; only what is there, or `more`, can be set. */
export function replaceTexts(
  language: Language,
  prefix: string,
  texts: Readonly<Record<string, string>>,
  more: readonly string[] = [],
): void {
  const known = Object.entries(texts)
    .map(([key, text]) => [key.startsWith(`${prefix}.`) ? key : `${prefix}.${key}`, text] as const)
    .filter(
      ([key, text]) =>
        typeof text === 'string' &&
        text.trim() !== '' &&
        (more.includes(key) || typeof i18next.getResource(language, 'translation', key) === 'string'),
    )
  if (known.length > 0) i18next.addResources(language, 'translation', Object.fromEntries(known))
}

export default i18next
