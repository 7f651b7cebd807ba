import { Message } from '@arco-design/web-react'
import { ADMIN_BASE } from '@/shared/base'
import i18n from '@/shared/i18n'
import { nodeLanguage } from '@/shared/preferences/store'
import { lock } from '@/shared/session/lock'
import { forget, keepTokens, session } from '@/shared/session/store'
import { apiAddress } from './address'
import { announce } from '@/shared/ui/announce'
import { Client } from './client'

let leave: (path: string) => void = () => undefined
/** The router tells where to go; it lives above this module. */
export function onLeave(go: (path: string) => void): void {
  leave = go
}

const LOGIN = `${ADMIN_BASE}/login`

export const http = new Client({
  fetch: (input, init) => fetch(input, init),
  language: nodeLanguage,
  credentials: () => ({ token: session.token, refreshToken: session.refreshToken }),
  renewed: ({ token, refreshToken }) => keepTokens(token, refreshToken),
  signedOut: (clear) => {
    // Behind a locked screen nobody is signed in, and the pages wait where they are.
    if (lock.who) return
    if (clear) forget()
    const here = location.pathname + location.search
    if (location.pathname === LOGIN) return
    if (clear) Message.warning({ id: 'session', content: i18n.t('error.session') })
    leave(clear ? `${LOGIN}?redirect=${encodeURIComponent(here)}` : ADMIN_BASE)
  },
  atLogin: () => location.pathname === LOGIN,
  redirect: (path, name) => leave(path || `${ADMIN_BASE}/${name ?? ''}`),
  address: apiAddress,
  announce,
  // For who looks there; on the page it is nothing to be told.
  replaced: (path) => console.info(i18n.t('error.cancelled'), path),
})

export { ApiError, cancelled, statusKey } from './client'
export type { CallOptions, FieldError, Params } from './client'
