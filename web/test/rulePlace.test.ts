import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { lacksFigure, placeInRules } from '@/features/shopAdmin/freight/rulePlace'

const t = ((key: string, values?: Record<string, unknown>) =>
  values ? `${key} ${JSON.stringify(values)}` : key) as unknown as TFunction

it('names the rule and the figure that was refused', () => {
  expect(placeInRules('rules[1].freight', 1, t)).toContain('"number":2')
  expect(placeInRules('rules[1].freight', 1, t)).toContain('shopAdmin.freight.freight')
  expect(placeInRules('free_rules[0].num', 2, t)).toContain('shopAdmin.freight.unit.weight')
  expect(placeInRules('rules[0].area_ids', 1, t)).toBe('shopAdmin.freight.areasOf {"number":1}')
  expect(placeInRules('name', 1, t)).toBeUndefined()
})

it('finds an empty fee, which is not the fee 0', () => {
  const rule = { area_ids: [], first: '1', freight: '8', continue: '1', continue_freight: '0' }
  expect(lacksFigure(JSON.stringify([rule]))).toBe(false)
  expect(lacksFigure(JSON.stringify([rule, { ...rule, freight: '' }]))).toBe(true)
  expect(lacksFigure('')).toBe(false)
})
