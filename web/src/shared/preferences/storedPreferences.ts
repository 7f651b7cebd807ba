/** Key of the preferences in local storage. */
export const PREFERENCES_KEY = 'storeConfig_v2'

/** The preferences of the last visit, unchecked. */
export function storedPreferences(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(globalThis.localStorage?.getItem(PREFERENCES_KEY) ?? '{}')
    return value && typeof value === 'object' ? { ...value } : {}
  } catch {
    return {}
  }
}

export function applyDarkness(dark: boolean): void {
  if (dark) document.body.setAttribute('arco-theme', 'dark')
  else document.body.removeAttribute('arco-theme')
}
