import type { TFunction } from 'i18next'
import type { Own } from '../coupons/calls'
import { short } from '../coupons/worth'

/** The last part of a refusal's key: `error.shop.coupon_expired`. */
const reasonOf = (refusal: string): string => refusal.replace(/^.*coupon_/, '')

/** What is bought. */
export interface Bought {
  goods_id: number
  name: string
}

/** Names of what is bought that a coupon leaves out, each once. */
function leftOut(coupon: Own, bought: readonly Bought[]): string[] {
  const names = new Map(bought.map(({ goods_id: id, name }) => [id, name]))
  return coupon.terms.exclude_goods_ids.flatMap((id) => names.get(id) ?? [])
}

/** Why a coupon can't be used for what is bought. `coupon`: as far as it is known. */
export function whyNot(
  t: TFunction,
  refusal: string,
  coupon: Own | undefined,
  bought: readonly Bought[],
): string {
  const reason = reasonOf(refusal)
  if (!coupon) return t(`shopMore.why.${reason === 'below_minimum' ? 'below_some' : reason}`)
  const without = leftOut(coupon, bought)
  const isLeftOut = t('shopMore.why.left_out', { names: without.join(t('shopMoney.terms.comma')) })
  if (reason === 'out_of_scope' && without.length > 0) return isLeftOut
  const why = t(`shopMore.why.${reason}`, { min: short(coupon.terms.min_amount) })
  return reason === 'below_minimum' && without.length > 0 ? [why, isLeftOut].join(t('shopMore.why.and')) : why
}
