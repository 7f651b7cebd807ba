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

/** A rule for freight lacks a figure. */
export const lacksFigure = (rules: unknown): boolean =>
  parsed<Record<string, unknown>[]>(rules, []).some((rule) =>
    NEEDED.some((figure) => String(rule[figure] ?? '').trim() === ''),
  )
