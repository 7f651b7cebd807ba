import { listOf } from '@/resource/cells/values'
import type { Field, ResourceRow, Values } from '@/resource/schema/types'

const AMOUNT_COUPON = 1
const PERCENT_COUPON = 2
const FREIGHT_COUPON = 3

/** Fields of a coupon that its other choices ask for. Which goods it is for matters of each type. */
export function ofCoupon({ name }: Pick<Field, 'name'>, values: Values, row: ResourceRow | null): boolean {
  const type = Number(values.type)
  switch (name) {
    case 'amount':
      return type !== PERCENT_COUPON
    case 'percent':
      return type === PERCENT_COUPON
    case 'max_amount':
      return type === PERCENT_COUPON || type === FREIGHT_COUPON
    case 'scope_ids':
      return Number(values.scope) !== 0
    case 'exclude_goods_ids':
      // What was left out before is left out of chosen goods as well, so it must be seen.
      return Number(values.scope) !== 2 || listOf(row?.exclude_goods_ids).length > 0
    case 'code':
      return Number(values.get_type) === 2
    case 'get_start':
    case 'get_end':
      return Number(values.get_type) !== 3
    case 'valid_start':
    case 'valid_end':
      return Number(values.valid_type) === 1
    case 'valid_days':
      return Number(values.valid_type) === 2
    default:
      return true
  }
}

/** Fields without which a coupon of its type, and with its other choices, is refused. */
export const neededOfCoupon = ({ name }: Pick<Field, 'name'>, values: Values): boolean =>
  ['percent', 'scope_ids', 'code', 'valid_end', 'valid_days'].includes(name) ||
  // Off the freight, none is all of it.
  (name === 'amount' && Number(values.type) === AMOUNT_COUPON)
