import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { preferences, type Language } from '@/shared/preferences/store'

type Part = 'public' | 'member'
type Words = { [key: string]: string | Words }

const sources: Record<Part, Record<Language, () => Promise<{ default: Words }>>> = {
  public: {
    en: () => import('@/features/public/texts/en'),
    'zh-CN': () => import('@/features/public/texts/zh-CN'),
  },
  member: {
    en: () => import('@/features/member/texts/en'),
    'zh-CN': () => import('@/features/member/texts/zh-CN'),
  },
}

const wanted = new Set<Part>()
const loaded = new Set<string>()

async function load(part: Part, language: Language): Promise<void> {
  const key = `${part}/${language}`
  if (loaded.has(key)) return
  const { default: words } = await sources[part][language]()
  // Texts an editor has written since must not be overwritten by the built-in ones.
  i18next.addResourceBundle(language, 'translation', words, true, false)
  loaded.add(key)
}

/** Brings the texts of a part of the site in the language of now; other parts and languages stay unloaded. */
export async function bringTexts(part: Part): Promise<void> {
  wanted.add(part)
  await load(part, preferences.language)
}

/** Loads what is missing of the other language, then shows it. */
export async function speak(language: Language): Promise<void> {
  await Promise.all([...wanted].map((part) => load(part, language)))
  preferences.language = language
  await i18next.changeLanguage(language)
}

export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: preferences.language,
    fallbackLng: 'zh-CN',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
  })
  await bringTexts('public')
}
