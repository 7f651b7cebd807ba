import { proxy, subscribe } from 'valtio'

export type Language = 'zh-CN' | 'en'

export const LAYOUTS = ['default', 'classic', 'streamline', 'double'] as const
export type LayoutMode = (typeof LAYOUTS)[number]

export const ANIMATIONS = [
  'slide-right',
  'slide-left',
  'fade-in-linear',
  'fade-in',
  'zoom-in-center',
  'zoom-in-top',
  'zoom-in-bottom',
] as const
export type Animation = (typeof ANIMATIONS)[number] | 'none'

export const COLOURS = [
  'menuBackground',
  'menuColor',
  'menuActiveBackground',
  'menuActiveColor',
  'menuTopBarBackground',
  'headerBarBackground',
  'headerBarTabColor',
  'headerBarTabActiveBackground',
  'headerBarTabActiveColor',
  'headerBarHoverBackground',
] as const
export type ColourName = (typeof COLOURS)[number]

export const MENU_WIDTH = 260
export const MENU_WIDTH_LEAST = 180
export const MENU_WIDTH_MOST = 400

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

const KEY = 'storeConfig_v2'

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

function kept(): Preferences {
  const fallback: Preferences = { language: 'zh-CN', dark: false, ...LAYOUT_DEFAULTS, colours: {} }
  try {
    const saved = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}') as Partial<Preferences>
    const all = { ...fallback, ...saved }
    if (all.language !== 'en') all.language = 'zh-CN'
    if (!LAYOUTS.includes(all.layout)) all.layout = 'default'
    if (!(all.menuWidth >= MENU_WIDTH_LEAST && all.menuWidth <= MENU_WIDTH_MOST)) all.menuWidth = MENU_WIDTH
    return all
  } catch {
    return fallback
  }
}

export const preferences = proxy<Preferences>(kept())

/** The language as the node knows it. */
export const nodeLanguage = (): string => (preferences.language === 'en' ? 'en' : 'zh-cn')

export function resetLayout(): void {
  Object.assign(preferences, LAYOUT_DEFAULTS, { colours: {} })
}

const variable = (name: ColourName): string =>
  `--shell-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

export function applyTheme(): void {
  if (preferences.dark) document.body.setAttribute('arco-theme', 'dark')
  else document.body.removeAttribute('arco-theme')
  const root = document.documentElement
  root.lang = preferences.language
  root.style.setProperty('--menu-width', `${preferences.menuWidth}px`)
  for (const name of COLOURS) {
    const colour = preferences.colours[name]?.[preferences.dark ? 1 : 0]
    if (colour) root.style.setProperty(variable(name), colour)
    else root.style.removeProperty(variable(name))
  }
}

subscribe(preferences, () => {
  globalThis.localStorage?.setItem(KEY, JSON.stringify(preferences))
  if (typeof document !== 'undefined') applyTheme()
})
