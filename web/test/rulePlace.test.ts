import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { placeInRules, rulesFault } from '@/features/shopAdmin/freight/rulePlace'

const t = ((key: string, values?: Record<string, unknown>) =>
  values ? `${key} ${JSON.stringify(values)}` : key) as unknown as TFunction

it('names the rule and the figure that was refused', () => {
  expect(placeInRules('rules[1].freight', 1, t)).toContain('"number":2')
  expect(placeInRules('rules[1].freight', 1, t)).toContain('shopAdmin.freight.freight')
  expect(placeInRules('free_rules[0].num', 2, t)).toContain('shopAdmin.freight.unit.weight')
  expect(placeInRules('rules[0].area_ids', 1, t)).toBe('shopAdmin.freight.areasOf {"number":1}')
  expect(placeInRules('name', 1, t)).toBeUndefined()
})

const RULE = { area_ids: [], first: '1', freight: '8', continue: '1', continue_freight: '0' }
const faultOf = (...rules: object[]) => rulesFault('rules', JSON.stringify(rules), 1, t)

it('finds an empty fee, which is not the fee 0', () => {
  expect(faultOf(RULE)).toBeUndefined()
  expect(faultOf(RULE, { ...RULE, freight: '' })).toBe('shopAdmin.freight.fill')
  expect(rulesFault('rules', '', 1, t)).toBeUndefined()
})

it('finds a second rule for everywhere else, in either list', () => {
  const second = /areasOf.*2.*chooseArea/
  expect(faultOf(RULE, { ...RULE, area_ids: [11] })).toBeUndefined()
  expect(faultOf(RULE, RULE)).toMatch(second)
  expect(rulesFault('free_rules', [{ area_ids: [] }, { area_ids: [] }], 1, t)).toMatch(second)
  expect(rulesFault('name', 'x', 1, t)).toBeUndefined()
})
