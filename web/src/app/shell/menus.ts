import type { MenuRule } from '@/shared/session/store'

/** What the side menu shows: no buttons, no empty directories. */
export function visible(menus: readonly MenuRule[]): MenuRule[] {
  return menus
    .filter((rule) => rule.type !== 'button')
    .map((rule) => ({ ...rule, children: visible(rule.children ?? []) }))
    .filter((rule) => rule.type !== 'menu_dir' || (rule.children?.length ?? 0) > 0)
}

/** The first page, depth first: where one starts. */
export function firstPage(menus: readonly MenuRule[]): MenuRule | undefined {
  for (const rule of menus) {
    if (rule.type === 'menu') return rule
    const inside = firstPage(rule.children ?? [])
    if (inside) return inside
  }
  return undefined
}

export function pageOf(menus: readonly MenuRule[], path: string): MenuRule | undefined {
  const wanted = path.replace(/^\/admin\//, '').toLowerCase()
  const all = (rules: readonly MenuRule[]): MenuRule[] =>
    rules.flatMap((rule) => [rule, ...all(rule.children ?? [])])
  return all(menus).find((rule) => {
    const name = rule.name.toLowerCase()
    return rule.type === 'menu' && (wanted === name || wanted.startsWith(`${name}/`))
  })
}
