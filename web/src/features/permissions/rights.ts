import { contains } from '@/shared/folded'

/** A menu rule, as the tree of rights has it. */
export interface RuleRow {
  id: number
  pid: number
  title: string
  name: string
  type: string
  children?: RuleRow[]
}

export interface RuleNode {
  key: string
  title: string
  children?: RuleNode[]
}

export function nodesOf(rules: readonly RuleRow[]): RuleNode[] {
  return rules.map((rule) => ({
    key: String(rule.id),
    title: rule.title,
    children: rule.children && nodesOf(rule.children),
  }))
}

/** Every id of the tree. */
export function allOf(rules: readonly RuleRow[]): string[] {
  return rules.flatMap((rule) => [String(rule.id), ...allOf(rule.children ?? [])])
}

/** Rules whose title or name has the words, with those above them. */
export function found(rules: readonly RuleRow[], words: string): RuleRow[] {
  return rules.flatMap((rule) => {
    const fits = contains(rule.title, words) || contains(rule.name, words)
    const below = found(rule.children ?? [], words)
    if (fits) return [rule]
    return below.length ? [{ ...rule, children: below }] : []
  })
}

/**
 *
 * The ids to check in a tree of check boxes: rules without a chosen rule below them, since a checked parent
 * checks all of its children.
 */
export function shownAs(rules: readonly RuleRow[], held: readonly string[]): string[] {
  const wanted = new Set(held)
  const walk = (list: readonly RuleRow[]): { shown: string[]; any: boolean } => {
    const shown: string[] = []
    let any = false
    for (const rule of list) {
      const id = String(rule.id)
      const below = walk(rule.children ?? [])
      const whole = below.any && allOf(rule.children ?? []).every((one) => below.shown.includes(one))
      if (below.any) {
        shown.push(...below.shown)
        if (whole) shown.push(id)
      } else if (wanted.has(id)) shown.push(id, ...allOf(rule.children ?? []))
      any ||= below.any || wanted.has(id)
    }
    return { shown, any }
  }
  return walk(rules).shown
}

/** What is sent: the chosen ones and every rule above them, without which they would be out of reach. */
export function withParents(rules: readonly RuleRow[], chosen: readonly string[]): string[] {
  const wanted = new Set(chosen)
  const walk = (list: readonly RuleRow[]): string[] =>
    list.flatMap((rule) => {
      const below = walk(rule.children ?? [])
      return below.length || wanted.has(String(rule.id)) ? [String(rule.id), ...below] : []
    })
  return walk(rules)
}
