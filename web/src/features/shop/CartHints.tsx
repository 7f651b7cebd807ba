import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { fetchAddresses } from '@/shared/address/addresses'
import { useFetched } from '@/shared/hooks/useFetched'
import { member } from '@/shared/session/member'
import { RouteLink } from '@/shared/ui/RouteLink'
import { keptArea } from './area'
import type { CartRow } from './calls'
import { fetchFreight, type Freight } from './freight'
import { getQuote } from './order/calls'
import classes from './cart.module.css'

const NONE = '0.00'

interface Hints {
  /** Of goods, until the shop pays the freight. */
  missing: string | null
  /** What the best coupon takes off. */
  off: string
}

/** What is missing for the shop's own limit, or else for that of the one template that counts. */
export function missingOf(of: Pick<Freight, 'missing_to_free' | 'freight_steps'>): string | null {
  const open = of.freight_steps.filter(({ freight }) => freight !== NONE)
  return of.missing_to_free ?? (open.length === 1 ? (open[0]?.missing_to_free ?? null) : null)
}

/** The same for a member, with their coupons, and for a visitor. */
async function ask(rows: readonly CartRow[], signed: boolean, signal: AbortSignal): Promise<Hints> {
  if (signed) {
    const { list } = await fetchAddresses(signal)
    const to = list.find(({ area_valid: valid }) => valid)
    const wish = { cart_ids: rows.map(({ id }) => id), best_coupon: true }
    const quote = await getQuote(to ? { ...wish, address_id: to.id } : wish, signal)
    const best = quote.coupons.find(({ refusal }) => !refusal)
    return { missing: missingOf(quote), off: best?.saving ?? NONE }
  }
  const freight = await fetchFreight(rows, keptArea(), signal)
  return { missing: missingOf(freight), off: NONE }
}

/** How much is missing for free delivery, and what the best coupon takes off the chosen goods. */
export default function CartHints({ rows }: { rows: readonly CartRow[] }) {
  const { t } = useTranslation()
  const { token } = useSnapshot(member)
  const signed = token !== ''
  const key = JSON.stringify([signed, rows.map(({ sku_id: sku, quantity }) => [sku, quantity])])
  const hints = useFetched(key, (signal) =>
    rows.length > 0 ? ask(rows, signed, signal) : Promise.resolve(null),
  )
  // Errors are ignored: these are hints, and the checkout reports what is wrong.
  const data = hints.shownKey === key ? hints.data : null
  if (!data) return null
  const money = (amount: string): string => t('shop.money', { amount })
  return (
    <ul className={classes.hints} aria-live="polite">
      {data.missing && data.missing !== NONE && (
        <li>{t('shopMore.cart.missing', { amount: money(data.missing) })}</li>
      )}
      {data.off !== NONE && <li>{t('shopMore.cart.best', { amount: money(data.off) })}</li>}
      <li>
        <RouteLink to="/shop/coupons">{t('shopMore.cart.coupons')}</RouteLink>
      </li>
    </ul>
  )
}
