/** What the handheld page needs of a session to open without a signal: who, and their rights in warehouses. No token. */
import type { Narrowing, NodeMap } from './nodes'
import type { AdminInfo, MenuRule } from './store'

/** Name of the menu rule of the handheld page. */
const HANDHELD = 'warehouse/clerk'
/** Nodes that the handheld page asks for begin so. */
const NODES = 'warehouse/'
/** Longer ones are not kept: the person has rights in a great many warehouses. */
const CHARS_MAX = 200_000
const KEY = 'adminHandheld'

export interface Remembered {
  admin: AdminInfo
  /** The rule of the handheld page. */
  page: MenuRule
  permissions: NodeMap
  narrowed: Narrowing
  siteName: string
}

type Whole = Pick<Remembered, 'permissions' | 'narrowed' | 'siteName'> & {
  admin: AdminInfo | null
  menus: readonly MenuRule[]
}

export const isHandheld = (name: string): boolean => name.toLowerCase() === HANDHELD

function pageIn(rules: readonly MenuRule[]): MenuRule | undefined {
  for (const rule of rules) {
    const found = rule.type === 'menu' && isHandheld(rule.name) ? rule : pageIn(rule.children ?? [])
    if (found) return found
  }
  return undefined
}

/** What is kept of a session; nothing of one that has no handheld page. */
export function partOf({ admin, menus, permissions, narrowed, siteName }: Whole): Remembered | null {
  const page = pageIn(menus)
  if (!admin || !page) return null
  const isNeeded = (name: string): boolean => name.startsWith(NODES)
  const routes = Object.entries(permissions)
    .map(([route, nodes]) => [route, nodes.filter(isNeeded)] as const)
    .filter(([route, nodes]) => isNeeded(route) || nodes.length > 0)
  return {
    admin,
    page: { ...page, children: [] },
    permissions: Object.fromEntries(routes),
    narrowed: Object.fromEntries(Object.entries(narrowed).filter(([node]) => isNeeded(node))),
    siteName,
  }
}

/** Keeps it in place of what was kept before. */
export function rememberPart(part: Remembered | null): void {
  const text = part && JSON.stringify(part)
  try {
    if (text && text.length <= CHARS_MAX) globalThis.localStorage?.setItem(KEY, text)
    else globalThis.localStorage?.removeItem(KEY)
  } catch {
    // Storage is full or forbidden: the page needs a signal to open.
  }
}

export function rememberedPart(): Remembered | null {
  try {
    const kept = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? 'null') as Partial<Remembered> | null
    const { admin, page, permissions, narrowed, siteName } = kept ?? {}
    if (!Number.isFinite(admin?.id) || typeof page?.name !== 'string' || !permissions || !narrowed)
      return null
    return { admin: admin!, page, permissions, narrowed, siteName: siteName ?? '' }
  } catch {
    return null
  }
}
