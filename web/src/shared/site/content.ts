import type { DataOf } from '@/shared/http'
import { memberClient } from '@/shared/http/member'
import { loadTexts, replaceTexts, setLanguage } from '@/shared/i18n'
import { preferences, type Language } from '@/shared/preferences/store'
import { EXTRA_KEYS } from './extras'

/** How long a page waits for edited texts before it shows the built-in ones; late ones replace them in place. */
const PATIENCE_MS = 400

const wanted = new Set<string>()
const arrived = new Map<string, Promise<void>>()

type Content = DataOf<'/api/content/{page}', 'get'>

function fetchContent(page: string, language: Language): Promise<void> {
  const name = `${language}/${page}`
  const under = arrived.get(name)
  if (under) return under
  const arriving = Promise.all([
    memberClient.get<Content>(`/api/content/${page}`, { lang: language === 'en' ? 'en' : 'zh-cn' }),
    loadTexts(page),
  ]).then(
    ([{ texts }]) => replaceTexts(language, page, texts ?? {}, EXTRA_KEYS),
    () => {
      // The built-in texts are complete; the next visit of the page asks again.
      arrived.delete(name)
    },
  )
  arrived.set(name, arriving)
  return arriving
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** The texts of a page: the built-in ones, and over them, key by key, what the back office has written. */
export async function loadContent(...pages: string[]): Promise<void> {
  pages.forEach((page) => wanted.add(page))
  const edited = Promise.all(pages.map((page) => fetchContent(page, preferences.language)))
  await loadTexts(...pages)
  await Promise.race([edited, pause(PATIENCE_MS)])
}

/** Another language, for all pages seen so far. */
export async function setSiteLanguage(language: Language): Promise<void> {
  await setLanguage(language)
  await Promise.race([
    Promise.all([...wanted].map((page) => fetchContent(page, language))),
    pause(PATIENCE_MS),
  ])
}
