import { ref } from 'valtio'
import i18n, { loadTexts } from '@/shared/i18n'
import { nodeLanguage } from '@/shared/preferences/store'
import { forgetMember, keepMember, member, type MemberInfo, type MemberRule } from '@/shared/session/member'
import { nodeMap } from '@/shared/session/nodes'
import { session } from '@/shared/session/store'
import { site, type SiteConfig } from '@/shared/site/store'
import { typed, untyped } from './api'
import { Client } from './client'

export const MEMBER_TOKEN_HEADER = 'ba-user-token'

let leave: (path: string) => void = () => undefined
/** Set by the router, which this module may not import. */
export function onMemberLeave(go: (path: string) => void): void {
  leave = go
}

/** The client of members and visitors, untyped. */
export const memberClient = new Client({
  fetch: (input, init) => fetch(input, init),
  tokenHeader: MEMBER_TOKEN_HEADER,
  language: nodeLanguage,
  credentials: () => ({ token: member.token, refreshToken: member.refreshToken }),
  renewed: ({ token, refreshToken }) => keepMember(token, refreshToken),
  signedOut: (clear) => {
    if (clear) leaveMember()
    const { pathname, search } = location
    // A visitor may read the public pages on; only the member centre needs somebody.
    if (!/^\/user(\/|$)/.test(pathname) || pathname === '/user/login') return
    leave(clear ? `/user/login?to=${encodeURIComponent(pathname + search)}` : '/user')
  },
  atLogin: () => location.pathname === '/user/login',
  redirect: (path, name) => leave(path || `/user/${name ?? ''}`),
  // Visitors' pages have neither the words nor the component until something is told.
  announce: (message) =>
    void Promise.all([import('@/shared/ui/announce'), loadTexts('common').catch(() => undefined)]).then(
      ([{ announce }]) => announce(message),
      // What succeeded has succeeded, told or not.
      () => undefined,
    ),
  // For developers; users need not know.
  replaced: (path) =>
    void loadTexts('common')
      .catch(() => undefined)
      .then(() => console.info(i18n.t('error.cancelled'), path)),
})

/** Calls made as a member, or as a visitor. */
export const memberHttp = typed(memberClient)

interface Start {
  site?: Partial<SiteConfig>
  openMemberCenter?: boolean
  userInfo?: Partial<MemberInfo>
  rules?: MemberRule[]
  menus?: MemberRule[]
  unread_count?: number
  userLoginCaptchaSwitch?: boolean
}

/** Who is here, what they may open, and what the site is called. */
export async function startSite(requiredLogin: boolean): Promise<void> {
  const asked = untyped<Start>(memberHttp.get('/api/index/index', { requiredLogin: requiredLogin ? 1 : 0 }))
  const answer = await asked.catch((cause: unknown) => {
    member.known = true
    throw cause
  })
  for (const [key, value] of Object.entries(answer.site ?? {}))
    if (value !== null && value !== undefined) Object.assign(site, { [key]: value })
  session.siteName = site.siteName
  member.open = answer.openMemberCenter ?? true
  member.rules = answer.rules ?? []
  member.menus = answer.menus ?? []
  member.nodes = ref(nodeMap([...member.rules, ...member.menus]))
  member.unread = answer.unread_count ?? 0
  member.captcha = answer.userLoginCaptchaSwitch ?? true
  const info = answer.userInfo
  member.info = info && typeof info.id === 'number' ? (info as MemberInfo) : null
  member.known = true
}

/** The member goes; the site is a visitor's again, with what it has for visitors. */
export function leaveMember(): void {
  forgetMember()
  startSite(false).catch(() => undefined)
}
