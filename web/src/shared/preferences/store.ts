import { proxy, subscribe } from 'valtio'

export type Language = 'zh-CN' | 'en'

interface Preferences {
  language: Language
  dark: boolean
  collapsed: boolean
}

const KEY = 'storeConfig_v2'

function kept(): Preferences {
  const fallback: Preferences = { language: 'zh-CN', dark: false, collapsed: false }
  try {
    return {
      ...fallback,
      ...(JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}') as Partial<Preferences>),
    }
  } catch {
    return fallback
  }
}

export const preferences = proxy<Preferences>(kept())

export function applyTheme(): void {
  if (preferences.dark) document.body.setAttribute('arco-theme', 'dark')
  else document.body.removeAttribute('arco-theme')
  document.documentElement.lang = preferences.language
}

subscribe(preferences, () => {
  globalThis.localStorage?.setItem(KEY, JSON.stringify(preferences))
  if (typeof document !== 'undefined') applyTheme()
})
