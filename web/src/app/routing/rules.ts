import { matchPath } from 'react-router'
import type { NodeMap } from '@/shared/session/nodes'
import { hasPermission, type MenuRule } from '@/shared/session/store'
import { adminPath, framedUrl, iframePath } from './paths'
import { mayBePage, pageOf, type Page, type PageComponent } from '../pages'

/** What a menu rule becomes for the router. */
export interface Entry {
  /** The rule's name: key of its tab and of what is kept of it. */
  name: string
  title: string
  /** Directories above it, outermost first. */
  trail: readonly string[]
  /** Without parameters: where its menu item leads. */
  home: string
  keep: boolean
  kind: 'page' | 'frame'
  page?: Page
  url?: string
}

export interface Match {
  entry: Entry
  /** Pattern below the back office's base, for the parameters in it. */
  pattern: string
  Component?: PageComponent
  /** The permissions of which one is needed to be there, beside the rule itself. */
  needs?: readonly string[]
  /** A page below the entry's own: never kept alive, it holds a draft. */
  inner: boolean
}

const plain = (path: string): string => path.split('?')[0] ?? path

/** Every page that the rules lead to. Rules without a page here, and mere menu entries, are skipped. */
export function entries(rules: readonly MenuRule[], trail: readonly string[] = []): Entry[] {
  return rules.flatMap((rule) => {
    const inner = entries(rule.children ?? [], rule.type === 'menu_dir' ? [...trail, rule.title] : trail)
    if (rule.type !== 'menu' || rule.extend === 'add_menu_only') return inner
    const shared = { name: rule.name, title: rule.title, trail, keep: Boolean(rule.keepalive) }
    if (rule.menu_type === 'iframe' && rule.url)
      return [{ ...shared, home: iframePath(rule.url), kind: 'frame' as const, url: rule.url }, ...inner]
    if (rule.menu_type === 'link') return inner
    const page = pageOf(rule)
    if (!page) return inner
    return [{ ...shared, home: adminPath(rule.path || rule.name), kind: 'page' as const, page }, ...inner]
  })
}

/** The page at an address. Frames only show what a rule names. */
export function find(all: readonly Entry[], pathname: string): Match | null {
  const url = framedUrl(pathname)
  if (url !== null) {
    const entry = all.find((one) => one.kind === 'frame' && one.url === url)
    return entry ? { entry, pattern: 'iframe/*', inner: false } : null
  }
  for (const entry of all) {
    if (entry.kind !== 'page' || !entry.page) continue
    const home = plain(entry.home)
    if (matchPath({ path: home, caseSensitive: false }, pathname))
      return { entry, pattern: home, Component: entry.page.Component, inner: false }
    for (const inner of entry.page.inner ?? []) {
      const pattern = `${home}/${inner.path}`
      if (matchPath({ path: pattern, caseSensitive: false }, pathname))
        return {
          entry,
          pattern,
          Component: inner.Component,
          needs: inner.needs?.map((button) => `${entry.name}/${button}`),
          inner: true,
        }
    }
  }
  return null
}

/** The start page. */
export function startPage(all: readonly Entry[], rules: readonly MenuRule[]): Entry | undefined {
  const first = firstPage(visible(rules))
  return first && all.find(({ name }) => name === first.name)
}

/** Whether the user may open this page. */
export const permits = ({ needs }: Match, permissions: NodeMap): boolean =>
  needs === undefined || needs.some((one) => hasPermission(permissions, one))

/**
 * Where a page that no rule leads to is redirected: for super administrators it does not exist,
 * others may lack the permission.
 */
export function deniedPath(pathname: string, everything: boolean): '/401' | '/404' {
  const below = adminPath('')
  return !everything && pathname.startsWith(below) && mayBePage(pathname.slice(below.length))
    ? '/401'
    : '/404'
}

/** Rules of the side menu: without buttons, empty directories and rules without a page. */
export function visible(rules: readonly MenuRule[]): MenuRule[] {
  return rules
    .filter((rule) => rule.type !== 'button' && rule.extend !== 'add_rules_only')
    .map((rule) => ({ ...rule, children: visible(rule.children ?? []) }))
    .filter((rule) => {
      if (rule.type === 'menu_dir') return rule.children.length > 0
      if (rule.menu_type === 'link' || rule.menu_type === 'iframe') return Boolean(rule.url)
      return Boolean(rule.component) && pageOf(rule) !== undefined
    })
}

/** The first page, depth first: where one starts. What is only an entry of the menu has none. */
export function firstPage(rules: readonly MenuRule[]): MenuRule | undefined {
  for (const rule of rules) {
    if (rule.type === 'menu' && rule.menu_type !== 'link' && rule.extend !== 'add_menu_only') return rule
    const inside = firstPage(rule.children ?? [])
    if (inside) return inside
  }
  return undefined
}
