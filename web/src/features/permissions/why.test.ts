import { describe, expect, it } from 'vitest'
import { found, listed, markOf, shownOf, treeOf, type Branch, type RuleExplained } from './why'

const rule = (id: number, pid: number, name: string, allowed = true): RuleExplained => ({
  id,
  pid,
  type: 'menu',
  title: `Title of ${name}`,
  name,
  enabled: true,
  allowed,
  why: allowed ? 'given' : 'no_group',
  by: [],
  without: [],
  warehouses: [],
  elsewhere: false,
})

const RULES = [
  rule(1, 0, 'warehouse'),
  rule(2, 1, 'warehouse/brand', false),
  rule(3, 2, 'warehouse/brand/edit', false),
  rule(4, 1, 'warehouse/unit'),
  rule(5, 99, 'help'),
]
const names = (tree: readonly Branch[]): string[] =>
  tree.flatMap(({ rule: { name }, below }) => [name, ...names(below)])

describe('the tree of explained rules', () => {
  it('counts what may be done, and loses no rule', () => {
    const tree = treeOf(RULES)
    expect(tree.map(({ rule: { name }, total, allowed }) => [name, total, allowed])).toEqual([
      ['warehouse', 4, 2],
      ['help', 1, 1],
    ])
    expect(names(treeOf([rule(1, 2, 'a'), rule(2, 1, 'b')])).sort()).toEqual(['a', 'b'])
  })
  it('lists what may or may not be done, with what lies above it', () => {
    const tree = treeOf(RULES)
    expect(names(listed(tree, 'refused', ''))).toEqual([
      'warehouse',
      'warehouse/brand',
      'warehouse/brand/edit',
    ])
    expect(names(listed(tree, 'allowed', ''))).toEqual(['warehouse', 'warehouse/unit', 'help'])
  })
  it('finds rules by title and by name', () => {
    const tree = treeOf(RULES)
    expect(names(listed(tree, 'all', 'BRAND/edit'))).toEqual([
      'warehouse',
      'warehouse/brand',
      'warehouse/brand/edit',
    ])
    expect(names(listed(tree, 'allowed', 'brand'))).toEqual([])
    expect(names(listed(tree, 'all', 'title of help'))).toEqual(['help'])
  })
  it('finds what lies above an address that is no rule', () => {
    const tree = treeOf(RULES)
    expect(names(found(tree, 'refused', 'warehouse/brand/create'))).toEqual([
      'warehouse',
      'warehouse/brand',
      'warehouse/brand/edit',
    ])
    expect(found(tree, 'all', 'nowhere/at/all')).toEqual([])
  })
  it('marks what only some warehouses allow', () => {
    expect([markOf(rule(1, 0, 'a')), markOf(rule(1, 0, 'a', false))]).toEqual(['yes', 'no'])
    expect(markOf({ ...rule(1, 0, 'a'), why: 'only_in' })).toBe('partly')
    expect([shownOf('refused'), shownOf('x'), shownOf(null)]).toEqual(['refused', 'all', 'all'])
  })
})
