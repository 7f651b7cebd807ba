import type { TFunction } from 'i18next'
import { parsed } from '../widgets/json'

const PATH = /^(?:free_)?rules\[(\d+)\](?:\.(\w+))?$/
const FIGURES = ['first', 'freight', 'continue', 'continue_freight', 'num', 'amount']
/** Figures without which a rule says nothing; an empty fee would send for nothing. */
const NEEDED = ['first', 'freight', 'continue', 'continue_freight']
/** What a method counts. */
const UNITS = ['', 'piece', 'weight', 'volume']

/** The unit of what a template's method counts. */
export const unitOf = (method: unknown, t: TFunction): string =>
  t(`shopAdmin.freight.unit.${UNITS[Number(method)] || 'piece'}`)

/** The rule of a template and its figure that the node means by a path such as `rules[0].freight`. */
export function placeInRules(path: string, method: unknown, t: TFunction): string | undefined {
  const [, at, field = ''] = PATH.exec(path) ?? []
  if (at === undefined) return undefined
  const number = Number(at) + 1
  if (!FIGURES.includes(field)) return t('shopAdmin.freight.areasOf', { number })
  const figure = t(`shopAdmin.freight.${field}`, { unit: unitOf(method, t) })
  return t('shopAdmin.freight.figureOf', { number, figure })
}

type Rule = Record<string, unknown>

/** A rule for freight lacks a figure. */
const lacksFigure = (rules: readonly Rule[]): boolean =>
  rules.some((rule) => NEEDED.some((figure) => String(rule[figure] ?? '').trim() === ''))

const isElsewhere = ({ area_ids }: Rule): boolean => !Array.isArray(area_ids) || area_ids.length === 0

/** What is wrong with a list of rules: a figure is missing, or more than one rule is for everywhere else. */
export function rulesFault(field: string, value: unknown, method: unknown, t: TFunction): string | undefined {
  if (field !== 'rules' && field !== 'free_rules') return undefined
  const rules = parsed<Rule[]>(value, [])
  if (field === 'rules' && lacksFigure(rules)) return t('shopAdmin.freight.fill')
  const first = rules.findIndex(isElsewhere)
  const second = rules.findIndex((rule, at) => at > first && isElsewhere(rule))
  if (second < 0) return undefined
  const place = placeInRules(`${field}[${second}].area_ids`, method, t)
  return t('resource.errorAt', { place, error: t('shopAdmin.freight.chooseArea') })
}
