import { proxy, ref } from 'valtio'
import type { Schema } from '@/shared/http/api'
import { forgetAnswers } from '@/shared/offline/answers'
import { holdsNode, narrowing, nodeMap, type Narrowing, type NodeMap } from './nodes'
import { partOf, rememberedPart, rememberPart } from './remembered'

export type AdminInfo = Schema<'CurrentAdmin'>

export interface MenuRule {
  id: number
  pid: number
  /** `menu_dir`, `menu` or `button`. */
  type: string
  title: string
  name: string
  path?: string
  icon?: string
  /** `tab`, `link` or `iframe`. */
  menu_type?: string | null
  url?: string
  component?: string
  /** The rule's name if its page stays alive behind other tabs. */
  keepalive?: string | number
  /** `none`, `add_rules_only` or `add_menu_only`. */
  extend?: string
  children?: readonly MenuRule[]
}

interface Session {
  token: string
  refreshToken: string
  admin: AdminInfo | null
  /** Replaced, never changed: watching each of some hundred rules would cost a slow machine a tenth of a second. */
  menus: readonly MenuRule[]
  /** What one holds and some warehouse allows, by route. */
  permissions: NodeMap
  /** What of it only some warehouses allow. */
  narrowed: Narrowing
  siteName: string
  /** There is no signal: of the session only what the handheld page needs is known, from an earlier load. */
  remembered: boolean
}

const KEY = 'adminInfo'

function storedTokens(): Pick<Session, 'token' | 'refreshToken'> {
  try {
    const saved = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}') as Partial<Session>
    return { token: saved.token ?? '', refreshToken: saved.refreshToken ?? '' }
  } catch {
    return { token: '', refreshToken: '' }
  }
}

export const session = proxy<Session>({
  ...storedTokens(),
  admin: null,
  menus: ref<MenuRule[]>([]),
  permissions: ref<NodeMap>({}),
  narrowed: ref<Narrowing>({}),
  siteName: 'Entrepot',
  remembered: false,
})

export function keepTokens(token: string, refreshToken: string): void {
  session.token = token
  session.refreshToken = refreshToken
  globalThis.localStorage?.setItem(KEY, JSON.stringify({ token, refreshToken }))
}

export function clearSession(): void {
  keepTokens('', '')
  session.admin = null
  session.menus = ref<MenuRule[]>([])
  session.permissions = ref<NodeMap>({})
  session.narrowed = ref<Narrowing>({})
  session.remembered = false
  forgetSession()
  void forgetAnswers()
}

type Start = Pick<Schema<'BackOffice'>, 'menus' | 'adminInfo' | 'unusableNodes' | 'narrowedNodes'>

export function startSession(
  { menus, adminInfo, unusableNodes, narrowedNodes }: Start,
  siteName?: string,
): void {
  session.menus = ref(menus)
  session.permissions = ref(nodeMap(menus, unusableNodes))
  session.narrowed = ref(narrowing(narrowedNodes))
  session.admin = adminInfo
  if (siteName) session.siteName = siteName
  session.remembered = false
  // Rights may have changed, or the person.
  if (rememberedPart()) rememberSession()
}

/** Keeps what the handheld page needs to open without a signal. */
export function rememberSession(): void {
  if (!session.remembered) rememberPart(partOf(session))
}

/** Whoever signs in next is somebody else, as far as this browser knows. */
export function forgetSession(): void {
  rememberPart(null)
}

/** Takes what was kept in place of an answer of the node, until there is one. Answers whether anything was kept. */
export function restoreSession(): boolean {
  if (session.remembered) return true
  const kept = rememberedPart()
  if (!kept || !session.token) return false
  session.menus = ref([kept.page])
  session.permissions = ref(kept.permissions)
  session.narrowed = ref(kept.narrowed)
  session.admin = kept.admin
  if (kept.siteName) session.siteName = kept.siteName
  session.remembered = true
  return true
}

export const hasPermission = (permissions: NodeMap, name: string): boolean => holdsNode(permissions, name)

// Another tab signed in, refreshed or left: follow it.
globalThis.addEventListener?.('storage', (event) => {
  if ((event as StorageEvent).key === KEY) Object.assign(session, storedTokens())
})
