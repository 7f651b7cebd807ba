import { describe, expect, it } from 'vitest'
import { asksFor } from '@/features/permissions/asks'
import { allOf, found, shownAs, withParents, type RuleRow } from '@/features/permissions/rights'

const rule = (id: number, title: string, children?: RuleRow[]): RuleRow => ({
  id,
  pid: 0,
  title,
  name: `n/${id}`,
  type: 'menu',
  children,
})
const rules = [
  rule(1, 'Goods', [rule(2, 'View'), rule(3, 'Edit'), rule(4, 'Sub', [rule(5, 'Deep')])]),
  rule(6, 'Home'),
]

describe('rights', () => {
  it('send the rules above what is chosen', () => {
    expect(withParents(rules, ['5'])).toEqual(['1', '4', '5'])
    expect(withParents(rules, [])).toEqual([])
  })
  it('show a half chosen rule by what is chosen below it', () => {
    expect(shownAs(rules, ['1', '4', '5'])).toEqual(['5', '4'])
    expect(shownAs(rules, ['1', '2'])).toEqual(['2'])
    expect(new Set(shownAs(rules, allOf(rules)))).toEqual(new Set(allOf(rules)))
  })
  it('come back as they were', () => {
    for (const held of [['1', '2'], ['1', '4', '5'], ['6'], allOf(rules)])
      expect(withParents(rules, shownAs(rules, held))).toEqual(withParents(rules, held))
  })
  it('are found with those above them', () => {
    expect(found(rules, 'deep').map(({ id }) => id)).toEqual([1])
    expect(allOf(found(rules, 'deep'))).toEqual(['1', '4', '5'])
    expect(found(rules, 'nowhere')).toEqual([])
  })
  it('ask for what the kind of rule has', () => {
    expect(asksFor('component', { type: 'button' })).toBe(false)
    expect(asksFor('url', { type: 'menu', menu_type: 'link' })).toBe(true)
    expect(asksFor('url', { type: 'menu', menu_type: 'tab' })).toBe(false)
    expect(asksFor('icon', { type: 'menu_dir' })).toBe(true)
    expect(asksFor('name', { type: 'button' })).toBe(true)
  })
})
