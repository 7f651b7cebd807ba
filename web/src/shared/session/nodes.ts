/** Permission nodes by the route whose page they belong to; routes and nodes in lower case. */
export type NodeMap = Readonly<Record<string, readonly string[]>>

interface Rule {
  type: string
  name: string
  children?: readonly Rule[]
}

/**
 * What a tree of rules grants: every rule but a button is a route of its own, with the buttons below it. Buttons of
 * `unusable` nodes (lower case) are left out.
 */
export function nodeMap(rules: readonly Rule[], unusable: readonly string[] = []): NodeMap {
  const useless = new Set(unusable)
  const map: Record<string, string[]> = Object.create(null) as Record<string, string[]>
  const walk = (list: readonly Rule[], route: string): void => {
    for (const { type, name, children = [] } of list) {
      const own = name.toLowerCase()
      const below = type === 'button' ? route : own
      const nodes = (map[below] ??= [])
      if (type === 'button' && !useless.has(own)) nodes.push(own)
      walk(children, below)
    }
  }
  walk(rules, '')
  return map
}

/** Nodes (lower case) that only some warehouses allow, each with those warehouses. */
export type Narrowing = Readonly<Record<string, { warehouses: readonly number[]; allBut: boolean }>>

export function narrowing(
  narrowed: readonly { nodes: readonly string[]; warehouses: readonly number[]; allBut: boolean }[],
): Narrowing {
  const each = narrowed.flatMap(({ nodes, ...allow }) => nodes.map((node) => [node, allow] as const))
  return Object.fromEntries(each)
}

/** Does a warehouse allow a node; `null`: does each of them? Whether the node is granted is asked by {@link holdsNode}. */
export function allowsNode(narrowed: Narrowing, node: string, warehouse: number | null): boolean {
  const name = node.toLowerCase()
  const allow = Object.hasOwn(narrowed, name) ? narrowed[name] : undefined
  if (!allow) return true
  return warehouse !== null && allow.warehouses.includes(warehouse) !== allow.allBut
}

/** Is a node granted? The server asks for the node alone, wherever in the tree somebody has hung its button. */
export function holdsNode(map: NodeMap, node: string): boolean {
  const name = node.toLowerCase()
  const route = name.slice(0, Math.max(0, name.lastIndexOf('/')))
  return (
    Object.hasOwn(map, name) ||
    (map[route]?.includes(name) ?? false) ||
    Object.values(map).some((all) => all.includes(name))
  )
}
