/** Under this name the browser keeps what somebody has chosen. */
export const KEPT_AS = 'storeConfig_v2'

/** What the last visit left, as it was written. */
export function kept(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(globalThis.localStorage?.getItem(KEPT_AS) ?? '{}')
    return value && typeof value === 'object' ? { ...value } : {}
  } catch {
    return {}
  }
}

export function applyDarkness(dark: boolean): void {
  if (dark) document.body.setAttribute('arco-theme', 'dark')
  else document.body.removeAttribute('arco-theme')
}
