import type { RuleRow } from './rights'

const WAREHOUSES = 'warehouse/warehouse/index'
const PRODUCTS = 'warehouse/product/index'

/** What the editors of orders choose from, by the page of the orders: rights to see lists. */
const CHOOSES: Readonly<Record<string, readonly string[]>> = {
  'warehouse/inboundorder': [WAREHOUSES, 'warehouse/supplier/index', PRODUCTS],
  'warehouse/outboundorder': [WAREHOUSES, 'warehouse/customer/index', PRODUCTS],
  'warehouse/adjustmentorder': [WAREHOUSES, PRODUCTS],
  'warehouse/transferorder': [WAREHOUSES, PRODUCTS],
}

/** A right to see a list, by the name of its page. */
export interface MissingList {
  id: string
  title: string
}

interface Placed {
  rule: RuleRow
  page: RuleRow
}

const placed = (rules: readonly RuleRow[], above?: RuleRow): Placed[] =>
  rules.flatMap((rule) => [{ rule, page: above ?? rule }, ...placed(rule.children ?? [], rule)])

/** The lists that those who may add or edit orders choose from and the checked rights do not show them. */
export function missingLists(rules: readonly RuleRow[], checked: readonly string[]): MissingList[] {
  const held = new Set(checked)
  const all = placed(rules)
  const wanted = new Set(
    all.flatMap(({ rule }) => {
      const [, page] = /^(.+)\/(?:add|edit)$/.exec(rule.name.toLowerCase()) ?? []
      return page && held.has(String(rule.id)) ? (CHOOSES[page] ?? []) : []
    }),
  )
  return all
    .filter(({ rule }) => wanted.has(rule.name.toLowerCase()) && !held.has(String(rule.id)))
    .map(({ rule, page }) => ({ id: String(rule.id), title: page.title }))
}
