import { proxy, ref } from 'valtio'
import type { Schema } from '@/shared/http/api'
import type { NodeMap } from './nodes'

export type MemberInfo = Schema<'MemberInfo'>

export interface MemberRule {
  id: number
  /** `route`, `menu_dir`, `menu`, `nav`, `nav_user_menu` or `button`. */
  type: string
  title: string
  name: string
  path: string
  icon?: string
  /** `tab`, `link` or `iframe`. */
  menu_type?: string | null
  url?: string
  component?: string
  /** `none`, `add_rules_only` or `add_menu_only`. */
  extend?: string
  children?: MemberRule[]
}

interface MemberSession {
  /** The server has answered who is signed in, or can't be reached. */
  known: boolean
  token: string
  refreshToken: string
  info: MemberInfo | null
  /** Of the member centre: directories with their pages. */
  menus: MemberRule[]
  /** Of the site: routes, entries of its header and of the member's own menu there. */
  rules: MemberRule[]
  /** What both grant, by route. */
  nodes: NodeMap
  /** Notifications that are unread. */
  unread: number
  /** Codes and messages ask for a captcha. */
  captcha: boolean
  /** The member centre can be closed by the back office. */
  open: boolean
}

const KEY = 'userInfo'

function storedTokens(): Pick<MemberSession, 'token' | 'refreshToken'> {
  try {
    const saved = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}') as Partial<MemberSession>
    return { token: saved.token ?? '', refreshToken: saved.refreshToken ?? '' }
  } catch {
    return { token: '', refreshToken: '' }
  }
}

export const member = proxy<MemberSession>({
  ...storedTokens(),
  known: false,
  info: null,
  menus: [],
  rules: [],
  nodes: ref<NodeMap>({}),
  unread: 0,
  captcha: true,
  open: true,
})

export function keepMember(token: string, refreshToken: string): void {
  member.token = token
  member.refreshToken = refreshToken
  globalThis.localStorage?.setItem(KEY, JSON.stringify({ token, refreshToken }))
}

export function forgetMember(): void {
  keepMember('', '')
  member.info = null
  member.menus = []
  member.rules = []
  member.nodes = ref<NodeMap>({})
  member.unread = 0
}

// Another tab signed in, refreshed or left: follow it.
globalThis.addEventListener?.('storage', (event) => {
  if ((event as StorageEvent).key !== KEY) return
  Object.assign(member, storedTokens())
  if (!member.token) forgetMember()
})
