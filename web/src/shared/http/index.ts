import { Message } from '@arco-design/web-react'
import { ADMIN_BASE } from '@/shared/base'
import i18n, { loadTexts } from '@/shared/i18n'
import { nodeLanguage } from '@/shared/preferences/store'
import { lock } from '@/shared/session/lock'
import { clearSession, keepTokens, session } from '@/shared/session/store'
import { apiAddress } from './address'
import { announce } from '@/shared/ui/announce'
import { typed } from './api'
import { Client } from './client'

let leave: (path: string) => void = () => undefined
/** Set by the router, which this module may not import. */
export function onLeave(go: (path: string) => void): void {
  leave = go
}

const LOGIN = `${ADMIN_BASE}/login`

/** For paths that are only known at run time, such as those of declared resources. */
export const client = new Client({
  fetch: (input, init) => fetch(input, init),
  language: nodeLanguage,
  credentials: () => ({ token: session.token, refreshToken: session.refreshToken }),
  renewed: ({ token, refreshToken }) => keepTokens(token, refreshToken),
  signedOut: (clear) => {
    // While the screen is locked nobody is signed in; the pages stay open behind it.
    if (lock.who) return
    if (clear) clearSession()
    const here = location.pathname + location.search
    if (location.pathname === LOGIN) return
    // The first call of a page may end the session before its texts are there.
    if (clear)
      void loadTexts('common')
        .catch(() => undefined)
        .then(() => Message.warning({ id: 'session', content: i18n.t('error.session') }))
    leave(clear ? `${LOGIN}?redirect=${encodeURIComponent(here)}` : ADMIN_BASE)
  },
  atLogin: () => location.pathname === LOGIN,
  redirect: (path, name) => leave(path || `${ADMIN_BASE}/${name ?? ''}`),
  address: apiAddress,
  announce,
  // For developers; users need not know.
  replaced: (path) => console.info(i18n.t('error.cancelled'), path),
})

/** Calls made as an administrator. */
export const http = typed(client)

export type { BodyOf, DataOf, PathOf, Schema } from './api'
export { ApiError, cancelled, statusKey, unanswered } from './client'
export type { CallOptions, FieldError, Params } from './client'
