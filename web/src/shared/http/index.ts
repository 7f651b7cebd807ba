import { preferences } from '@/shared/preferences/store'
import { forget, keepTokens, session } from '@/shared/session/store'
import { Client } from './client'

let leave: (path: string) => void = () => undefined
/** The router tells where to go; it lives above this module. */
export function onLeave(go: (path: string) => void): void {
  leave = go
}

export const http = new Client({
  fetch: (input, init) => fetch(input, init),
  language: () => (preferences.language === 'en' ? 'en' : 'zh-cn'),
  credentials: () => ({ token: session.token, refreshToken: session.refreshToken }),
  renewed: ({ token, refreshToken }) => keepTokens(token, refreshToken),
  signedOut: (clear) => {
    if (clear) forget()
    const here = location.pathname + location.search
    if (location.pathname === '/admin/login') return
    leave(clear ? `/admin/login?redirect=${encodeURIComponent(here)}` : '/admin')
  },
  redirect: (path) => leave(path),
})

export { ApiError } from './client'
export type { FieldError, Params } from './client'
