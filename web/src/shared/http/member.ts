import { ref } from 'valtio'
import i18n, { loadTexts } from '@/shared/i18n'
import { nodeLanguage } from '@/shared/preferences/store'
import { forgetMember, keepMember, member, type MemberInfo } from '@/shared/session/member'
import { nodeMap } from '@/shared/session/nodes'
import { session } from '@/shared/session/store'
import { site } from '@/shared/site/store'
import { typed } from './api'
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
  renewed: ({ token, refreshToken }) => {
    keepMember(token, refreshToken)
    // The site was loaded as for a guest.
    if (member.known && !member.info) startSite(false).catch(() => undefined)
  },
  signedOut: (clear) => {
    if (clear) leaveMember()
    const { pathname, search } = location
    // Visitors may keep reading public pages; only the member centre needs a login.
    if (!/^\/user(\/|$)/.test(pathname) || pathname === '/user/login') return
    leave(clear ? `/user/login?to=${encodeURIComponent(pathname + search)}` : '/user')
  },
  atLogin: () => location.pathname === '/user/login',
  redirect: (path, name) => leave(path || `/user/${name ?? ''}`),
  // Public pages load the texts and the component with the first message.
  announce: (message) =>
    void Promise.all([import('@/shared/ui/announce'), loadTexts('common').catch(() => undefined)]).then(
      ([{ announce }]) => announce(message),
      // The call has succeeded, even if its message can't be shown.
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

/** Loads who is logged in, what they may open, and the site's settings. */
export async function startSite(requiredLogin: boolean): Promise<void> {
  const sentWith = member.token
  const asked = memberHttp.get('/api/index/index', { requiredLogin: requiredLogin ? 1 : 0 })
  const answer = await asked.catch((cause: unknown) => {
    member.known = true
    throw cause
  })
  // Somebody signed in, or came back, while a guest's answer was under way.
  if (typeof answer.userInfo.id !== 'number' && member.token && member.token !== sentWith)
    return startSite(requiredLogin)
  for (const [key, value] of Object.entries(answer.site))
    if (value !== null && value !== undefined) Object.assign(site, { [key]: value })
  session.siteName = site.siteName
  member.open = answer.openMemberCenter
  member.rules = answer.rules
  member.menus = answer.menus
  member.nodes = ref(nodeMap([...member.rules, ...member.menus]))
  member.unread = answer.unread_count
  member.captcha = answer.userLoginCaptchaSwitch
  const info = answer.userInfo
  member.info = typeof info.id === 'number' ? (info as MemberInfo) : null
  member.known = true
}

/** Ends the member's session here and loads the site again as for a visitor. */
export function leaveMember(): void {
  forgetMember()
  startSite(false).catch(() => undefined)
}
