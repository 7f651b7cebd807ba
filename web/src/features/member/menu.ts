import type { MemberRule } from '@/shared/session/member'

/** Pages of the centre that the app has; the server's menu says which of them a member gets, and in which order. */
export const CENTRE_PAGES = [
  'overview',
  'profile',
  'changePassword',
  'integral',
  'balance',
  'notifications',
] as const
export type CentrePage = (typeof CENTRE_PAGES)[number]

const HOME = '/user/account/'
const FRAME = '/user/iframe/'

/** An entry of the menu: a page of ours, another site in a frame, or a link to elsewhere. */
export interface MenuItem {
  id: number
  title: string
  page?: CentrePage
  /** Where it leads inside the app. */
  to?: string
  /** Where it leads outside of it, in a window of its own. */
  href?: string
}

export interface MenuGroup {
  id: number
  title: string
  items: MenuItem[]
}

type Rule = Pick<MemberRule, 'id' | 'type' | 'title' | 'path' | 'menu_type' | 'url'>
interface Directory extends Pick<MemberRule, 'id' | 'title'> {
  children?: readonly Rule[]
}

/** A dot would look like a file's ending to the server. */
const framePath = (url: string): string => FRAME + encodeURIComponent(url).replace(/\./g, '%2E')

function framedUrl(pathname: string): string | null {
  if (!pathname.startsWith(FRAME)) return null
  try {
    return decodeURIComponent(pathname.slice(FRAME.length))
  } catch {
    return null
  }
}

const isWeb = (url: string | undefined): url is string => /^https?:\/\//.test(url ?? '')

function item({ id, type, title, path, menu_type: kind, url }: Rule): MenuItem[] {
  if (type !== 'menu') return []
  if (kind === 'link') return isWeb(url) ? [{ id, title, href: url }] : []
  if (kind === 'iframe') return isWeb(url) ? [{ id, title, to: framePath(url) }] : []
  const page = CENTRE_PAGES.find((one) => path === `account/${one}`)
  return page ? [{ id, title, page, to: HOME + page }] : []
}

/** The menu of the centre. What the app has no page for is left out, and a group with nothing in it too. */
export function centreMenu(menus: readonly Directory[]): MenuGroup[] {
  return menus
    .map(({ id, title, children }) => ({ id, title, items: (children ?? []).flatMap(item) }))
    .filter(({ items }) => items.length > 0)
}

/** The address of another site that a path shows, if the menu leads there. */
export function framed(menus: readonly Directory[], pathname: string): (MenuItem & { url: string }) | null {
  const wanted = framedUrl(pathname)
  if (!wanted) return null
  const found = centreMenu(menus)
    .flatMap(({ items }) => items)
    .find(({ to }) => to !== undefined && framedUrl(to) === wanted)
  return found ? { ...found, url: wanted } : null
}

/** May one begin there? */
export function leadsTo(menus: readonly Directory[], pathname: string): boolean {
  return CENTRE_PAGES.some((page) => pathname === HOME + page) || framed(menus, pathname) !== null
}

export const holds = (menus: readonly Directory[], page: CentrePage): boolean =>
  centreMenu(menus).some(({ items }) => items.some((one) => one.page === page))
