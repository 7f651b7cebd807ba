import type { MemberRule } from './member'

/** Pages of the member centre that the app has, by the name in the component of a rule. */
export const CENTRE_PAGES = [
  'overview',
  'profile',
  'changePassword',
  'integral',
  'balance',
  'notifications',
  'announcements',
  'verifyPerson',
  'company',
  'shop/refund',
  'shop/coupons',
  'shop/recharge',
  'shop/orders',
  'shop/evaluate',
  'shop/address',
] as const
export type CentrePage = (typeof CENTRE_PAGES)[number]

/** The same, of the site. */
export const SITE_PAGES = [
  'home',
  'platform',
  'cases',
  'customs',
  'assistant',
  'about',
  'help',
  'trial',
] as const
export type SitePage = (typeof SITE_PAGES)[number]

export const CENTRE = '/user'
const FRAME = `${CENTRE}/iframe/`

type Rule = Readonly<Omit<MemberRule, 'children'>> & { children?: readonly Rule[] }
export type Rules = readonly Rule[]

/** An entry of a menu: a page of ours, another site in a frame, or a link to elsewhere. */
export interface MenuItem {
  id: number
  title: string
  page?: CentrePage
  /** Where it leads inside the app. */
  to?: string
  /** Where it leads outside of it, in a window of its own. */
  href?: string
  /** What stands below it. */
  items: MenuItem[]
}

/** An entry of a menu that is only looked at. */
export type ShownItem = Readonly<Omit<MenuItem, 'items'>> & { items: readonly ShownItem[] }

/** An entry with all that stands below it, as far as it leads somewhere. */
export const spread = (item: ShownItem): ShownItem[] => [
  ...(item.to !== undefined || item.href !== undefined ? [item] : []),
  ...item.items.flatMap(spread),
]

export interface MenuGroup {
  id: number
  title: string
  items: MenuItem[]
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** `/src/views/frontend/user/account/overview.vue` names the view `user/account/overview`. */
const viewName = (component: string): string =>
  component
    .replace(/^\/?src\/views\/frontend\//, '')
    .replace(/\.vue$/, '')
    .replace(/(^|\/)index$/, '')

/** Pages without a folder of their own are those of the account. */
const inFolder = (page: CentrePage): string => (page.includes('/') ? page : `account/${page}`)

const centrePage = ({ component }: Rule): CentrePage | undefined =>
  component ? CENTRE_PAGES.find((page) => same(viewName(component), `user/${inFolder(page)}`)) : undefined

function sitePage({ component }: Rule): SitePage | undefined {
  if (!component) return undefined
  const view = viewName(component) || 'home'
  return SITE_PAGES.find((page) => same(view, page))
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
const isPage = ({ type }: Rule): boolean => type === 'menu'
const isSitePage = ({ type }: Rule): boolean => type === 'route' || type === 'nav' || type === 'nav_user_menu'

/** The address of a rule's page: rules are flat, whatever stands above them. */
const below = (base: string, path: string): string => `${base}/${path.replace(/^\/+/, '')}`
/** An address without query and fragment, for comparison. */
function plain(path: string): string {
  const bare = (path.split(/[?#]/)[0] ?? path).replace(/(.)\/$/, '$1')
  try {
    return decodeURI(bare)
  } catch {
    return bare
  }
}

function flat(rules: Rules): Rule[] {
  return rules.flatMap((rule) => [rule, ...flat(rule.children ?? [])])
}

/** What leads to a page: not what is only an entry of a menu. */
const routes = (rules: Rules): Rule[] => flat(rules).filter(({ extend }) => extend !== 'add_menu_only')

/** Where a menu entry leads; nothing for what is only a route, and for what the app has no page for. */
function lead(rule: Rule, base: string, page: string | undefined): Pick<MenuItem, 'to' | 'href'> | null {
  const { extend, menu_type: kind, url, path } = rule
  if (extend === 'add_rules_only') return null
  if (kind === 'link') return isWeb(url) ? { href: url } : null
  if (kind === 'iframe') return isWeb(url) ? { to: framePath(url) } : null
  return page ? { to: below(base, path) } : null
}

function centreItem(rule: Rule): MenuItem[] {
  if (rule.type === 'menu_dir') return (rule.children ?? []).flatMap(centreItem)
  const page = centrePage(rule)
  const found = isPage(rule) ? lead(rule, CENTRE, page) : null
  return found
    ? [{ id: rule.id, title: rule.title, page: found.to ? page : undefined, ...found, items: [] }]
    : []
}

/** The menu of the centre, a group for each directory; a group with nothing in it is left out. */
export function centreMenu(menus: Rules): MenuGroup[] {
  return menus
    .map(({ id, title, children }) => ({ id, title, items: (children ?? []).flatMap(centreItem) }))
    .filter(({ items }) => items.length > 0)
}

/** Entries of the site's header (`nav`), or of the member's own menu in it. What only opens a list needs one. */
export function siteItems(rules: Rules, type: 'nav' | 'nav_user_menu'): MenuItem[] {
  return rules
    .filter((rule) => rule.type === type)
    .flatMap((rule) => {
      const items = siteItems(rule.children ?? [], type)
      const inCentre = /^\/?user\//.test(rule.path)
      const found = lead(rule, '', inCentre ? centrePage(rule) : sitePage(rule))
      const opens = items.length > 0 && rule.extend !== 'add_rules_only'
      return found || opens ? [{ id: rule.id, title: rule.title, ...found, items }] : []
    })
}

/** The page of the centre at an address. */
export function centreRoute(menus: Rules, pathname: string): CentrePage | undefined {
  const here = plain(pathname)
  const rule = routes(menus).find(
    (one) =>
      isPage(one) &&
      one.menu_type !== 'link' &&
      one.menu_type !== 'iframe' &&
      centrePage(one) !== undefined &&
      same(plain(below(CENTRE, one.path)), here),
  )
  return rule && centrePage(rule)
}

/** The page of the site that a rule puts at an address. */
export function siteRoute(rules: Rules, pathname: string): SitePage | undefined {
  const here = plain(pathname)
  const rule = routes(rules).find(
    (one) =>
      isSitePage(one) &&
      one.menu_type !== 'link' &&
      one.menu_type !== 'iframe' &&
      sitePage(one) !== undefined &&
      same(plain(below('', one.path)), here),
  )
  return rule && sitePage(rule)
}

/** Another site that a path shows, if one of the rules leads there. */
export function framed(rules: Rules, pathname: string): { title: string; url: string } | null {
  const url = framedUrl(pathname)
  if (!url || !isWeb(url)) return null
  const rule = routes(rules).find(
    (one) => (isPage(one) || isSitePage(one)) && one.menu_type === 'iframe' && one.url === url,
  )
  return rule ? { title: rule.title, url } : null
}

/** Has the menu this page of the centre? */
export const holds = (menus: Rules, page: CentrePage): boolean =>
  centreMenu(menus).some(({ items }) => items.some((one) => one.page === page))

/** Is there a page of the centre at the address, or a frame? */
export const leadsTo = (menus: Rules, pathname: string): boolean =>
  centreRoute(menus, pathname) !== undefined || framed(menus, pathname) !== null

/** The loading route of the centre, which leads on to where one wanted to go. */
export function centreLoading(pathname: string, search: string): string {
  const to = { path: pathname, query: Object.fromEntries(new URLSearchParams(search)) }
  // A dot would look like a file's ending to the server.
  return `${CENTRE}/loading/${encodeURIComponent(JSON.stringify(to)).replace(/\./g, '%2E')}`
}

/** Where the loading route leads with its parameter; without one that can be read, to the first page of the menu. */
export function loadingTarget(menus: Rules, parameter: string | undefined): string {
  const begin = (): string => {
    const items = centreMenu(menus).flatMap((group) => group.items)
    return items.find(({ page }) => page)?.to ?? items.find(({ to }) => to)?.to ?? '/401'
  }
  try {
    const { path, query } = JSON.parse(parameter ?? '') as { path?: unknown; query?: Record<string, string> }
    const own = `${CENTRE}/loading`
    if (typeof path !== 'string' || !path.startsWith(`${CENTRE}/`) || /\\|\/\//.test(path)) return begin()
    if (path === own || path.startsWith(`${own}/`)) return begin()
    if (leadsTo(menus, path)) {
      const search = new URLSearchParams(query ?? {}).toString()
      return search ? `${path}?${search}` : path
    }
    // A page that others have, or none at all.
    const others = CENTRE_PAGES.some((page) => same(plain(path), `${CENTRE}/${inFolder(page)}`))
    return others ? '/401' : '/404'
  } catch {
    return begin()
  }
}
