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

/** What it is for: by name, as far as that is shown. */
export function scopeOf(
  t: TFunction,
  { scope, scope_names: names = [], scope_more: count = 0 }: Terms,
): string {
  if (scope === 0 || names.length === 0)
    return t(`shopMoney.terms.scope.${['all', 'classify', 'goods'][scope] ?? 'all'}`)
  const named = names.join(t('shopMoney.terms.comma'))
  return count > 0
    ? t('shopMoney.terms.namedMore', { names: named, count })
    : t('shopMoney.terms.named', { names: named })
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
    ...(none(terms.max_amount) ? [] : [t('shopMoney.terms.most', { amount: short(terms.max_amount) })]),
  ]
}

/** The goods that a coupon is for. */
export const goodsOf = (coupon: number, { scope, exclude_goods_ids: without }: Terms): string =>
  scope === 0 && without.length === 0 ? '/shop/list' : `/shop/list?coupon_id=${coupon}`
