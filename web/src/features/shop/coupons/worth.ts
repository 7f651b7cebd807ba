import type { TFunction } from 'i18next'
import type { Terms } from './calls'

/** Amounts are texts with two decimals; whole amounts are shown without them. */
export const short = (amount: string): string => amount.replace(/\.00$/, '')

const none = (amount: string): boolean => Number(amount) === 0

/** What a coupon takes off, in few words: large on its face. */
export function worth(t: TFunction, terms: Terms): string {
  if (terms.type === 2) return t('shopMoney.worth.percent', { percent: terms.percent })
  if (terms.type === 3 && none(terms.amount)) return t('shopMoney.worth.freight')
  return t('shopMoney.worth.amount', { amount: short(terms.amount) })
}

const CERTAIN_GOODS = 2

/** Names in a text of its own, with how many more there are. */
function named(t: TFunction, key: string, names: readonly string[], count: number): string {
  const all = names.join(t('shopMoney.terms.comma'))
  return count > 0 ? t(`${key}More`, { names: all, count }) : t(key, { names: all })
}

/** What it is for: by name, as far as that is shown. */
export function scopeOf(
  t: TFunction,
  { scope, scope_names: names = [], scope_more: count = 0 }: Terms,
): string {
  if (scope === 0 || names.length === 0)
    return t(`shopMoney.terms.scope.${['all', 'classify', 'goods'][scope] ?? 'all'}`)
  return named(t, 'shopMoney.terms.named', names, count)
}

/** What it leaves out, in the same way; nothing where that is nothing. One for certain goods does not name the others. */
export function leftOut(
  t: TFunction,
  { scope, exclude_goods_ids: ids, exclude_names: names = [], exclude_more: count = 0 }: Terms,
): string {
  if (scope === CERTAIN_GOODS || ids.length === 0) return ''
  return names.length === 0
    ? t('shopMoney.terms.withoutSome')
    : named(t, 'shopMoney.terms.without', names, count)
}

/** What it is for and what not, in words; nothing where it is for everything. */
export function limitsOf(t: TFunction, terms: Terms): string {
  const limits = [terms.scope === 0 ? '' : scopeOf(t, terms), leftOut(t, terms)]
  return limits.filter(Boolean).join(t('shopMoney.terms.and'))
}

/** From when it counts. */
export const least = (t: TFunction, { min_amount: amount }: Terms): string =>
  none(amount) ? t('shopMoney.terms.always') : t('shopMoney.terms.from', { amount: short(amount) })

/** From when it counts and for what. */
export function conditions(t: TFunction, terms: Terms): string[] {
  return [
    least(t, terms),
    ...(terms.type === 3 ? [t('shopMoney.terms.freight')] : []),
    scopeOf(t, terms),
    ...[leftOut(t, terms)].filter(Boolean),
    ...(none(terms.max_amount) ? [] : [t('shopMoney.terms.most', { amount: short(terms.max_amount) })]),
  ]
}

/** Whether it is for any goods. */
export const isForAll = ({ scope, exclude_goods_ids: without }: Terms): boolean =>
  scope === 0 && without.length === 0

/** The goods that a coupon is for. */
export const goodsOf = (coupon: number, terms: Terms): string =>
  isForAll(terms) ? '/shop/list' : `/shop/list?coupon_id=${coupon}`
