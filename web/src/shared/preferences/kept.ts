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

export const KEPT_AS = 'storeConfig_v2'

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

/** As the last visit left them. */
export function kept(): Preferences {
  const fallback: Preferences = { language: 'zh-CN', dark: false, ...LAYOUT_DEFAULTS, colours: {} }
  try {
    const saved = JSON.parse(globalThis.localStorage?.getItem(KEPT_AS) ?? '{}') as Partial<Preferences>
    const all = { ...fallback, ...saved }
    if (all.language !== 'en') all.language = 'zh-CN'
    if (!LAYOUTS.includes(all.layout)) all.layout = 'default'
    if (!(all.menuWidth >= MENU_WIDTH_LEAST && all.menuWidth <= MENU_WIDTH_MOST)) all.menuWidth = MENU_WIDTH
    return all
  } catch {
    return fallback
  }
}

const variable = (name: ColourName): string =>
  `--shell-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Language, darkness and colours of the whole page. */
export function applyTheme(preferences: Readonly<Preferences>): void {
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
