import type { Schema } from '@/shared/http'
import { contains } from '@/shared/folded'

export type Explained = Schema<'Explained'>
export type RuleExplained = Schema<'RuleExplained'>
export type GroupExplained = Schema<'GroupExplained'>
export type WarehouseExplained = Schema<'WarehouseExplained'>

/** Which rules are listed. */
export const SHOWN = ['all', 'allowed', 'refused'] as const
export type Shown = (typeof SHOWN)[number]

export const shownOf = (text: string | null): Shown => SHOWN.find((one) => one === text) ?? 'all'

/** A rule with those below it. */
export interface Branch {
  rule: RuleExplained
  below: readonly Branch[]
  /** Of all rules in it, also those that are not listed. */
  total: number
  allowed: number
}

const sum = (list: readonly Branch[], of: (branch: Branch) => number): number =>
  list.reduce((total, branch) => total + of(branch), 0)

/** Rules as a tree, in their order. Those whose parent is not there, and circles, begin at the top. */
export function treeOf(rules: readonly RuleExplained[]): Branch[] {
  const ids = new Set(rules.map(({ id }) => id))
  const children = new Map<number, RuleExplained[]>()
  for (const rule of rules) {
    const above = ids.has(rule.pid) ? rule.pid : 0
    children.set(above, [...(children.get(above) ?? []), rule])
  }
  const placed = new Set<number>()
  const branch = (rule: RuleExplained): Branch => {
    placed.add(rule.id)
    const below = (children.get(rule.id) ?? []).filter(({ id }) => !placed.has(id)).map(branch)
    return {
      rule,
      below,
      total: 1 + sum(below, ({ total }) => total),
      allowed: Number(rule.allowed) + sum(below, ({ allowed }) => allowed),
    }
  }
  const tops = (children.get(0) ?? []).map(branch)
  const lost = rules.filter(({ id }) => !placed.has(id))
  return [...tops, ...lost.flatMap((rule) => (placed.has(rule.id) ? [] : [branch(rule)]))]
}

const fitsShown = ({ allowed }: RuleExplained, shown: Shown): boolean =>
  shown === 'all' || (shown === 'allowed') === allowed

/** The branches with rules of that kind whose title or name has the words. What lies below a rule that has them is listed too. */
export function listed(tree: readonly Branch[], shown: Shown, words: string): Branch[] {
  const sought = words.trim()
  return tree.flatMap((branch) => {
    const { rule } = branch
    const named = sought === '' || contains(rule.title, sought) || contains(rule.name, sought)
    const below = listed(branch.below, shown, named ? '' : sought)
    return below.length > 0 || (named && fitsShown(rule, shown)) ? [{ ...branch, below }] : []
  })
}

/** The same; where nothing has an address of a page, what lies above it in the address is looked for. */
export function found(tree: readonly Branch[], shown: Shown, words: string): Branch[] {
  const list = listed(tree, shown, words)
  const cut = words.lastIndexOf('/')
  return list.length > 0 || cut < 0 ? list : found(tree, shown, words.slice(0, cut))
}

/** How a rule is marked: it may be done, in some warehouses, or not at all. */
export const markOf = ({ allowed, why }: RuleExplained): 'yes' | 'partly' | 'no' =>
  !allowed ? 'no' : why === 'only_in' ? 'partly' : 'yes'
