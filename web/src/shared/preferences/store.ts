import { proxy, subscribe } from 'valtio'
import { applyDarkness, PREFERENCES_KEY, storedPreferences } from './storedPreferences'
import type { Animation, ColourName, LayoutMode } from './layoutChoices'

export type Language = 'zh-CN' | 'en'

export const MENU_WIDTH = 260

export interface Preferences {
  language: Language
  dark: boolean
  collapsed: boolean
  layout: LayoutMode
  menuWidth: number
  /** One directory open at a time. */
  accordion: boolean
  showLogo: boolean
  showTabs: boolean
  showBreadcrumb: boolean
  animation: Animation
  /** Chosen colours, light and dark; what is not here is the theme's. */
  colours: Partial<Record<ColourName, [light: string, dark: string]>>
}

/** What the settings drawer goes back to; language and darkness are nobody's mistake. */
export const LAYOUT_DEFAULTS: Omit<Preferences, 'language' | 'dark'> = {
  collapsed: false,
  layout: 'default',
  menuWidth: MENU_WIDTH,
  accordion: false,
  showLogo: true,
  showTabs: true,
  showBreadcrumb: true,
  animation: 'fade-in',
  colours: {},
}

export const preferences = proxy<Preferences>({
  // Until the user chooses one: the language in which the page was served.
  language: globalThis.document?.querySelector('html[lang="en"] #first') ? 'en' : 'zh-CN',
  dark: false,
  ...LAYOUT_DEFAULTS,
  colours: {},
  ...(storedPreferences() as Partial<Preferences>),
})
if (preferences.language !== 'en') preferences.language = 'zh-CN'

/** A preview within the back office has a language and a darkness of its own, which nobody has chosen for the rest. */
const KEPT = globalThis.location?.pathname !== '/preview'

/** For the node, which draws the first content of some pages: `look=en.dark`. */
function announceLook(): void {
  const look = `${nodeLanguage()}.${preferences.dark ? 'dark' : 'light'}`
  if (!document.cookie.includes(`look=${look}`))
    document.cookie = `look=${look}; path=/; max-age=31536000; samesite=lax`
}

/** The language as the node knows it. */
export const nodeLanguage = (): string => (preferences.language === 'en' ? 'en' : 'zh-cn')

/** Language and darkness of the whole page. */
export function applyTheme(): void {
  applyDarkness(preferences.dark)
  document.documentElement.lang = preferences.language
  if (KEPT) announceLook()
}

subscribe(preferences, () => {
  if (KEPT) globalThis.localStorage?.setItem(PREFERENCES_KEY, JSON.stringify(preferences))
  if (typeof document !== 'undefined') applyTheme()
})
