import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { RouteLink } from '@/shared/ui/RouteLink'
import { fetchUsable, type Own } from '../coupons/calls'
import { conditions, worth } from '../coupons/worth'
import { minute } from '../day'
import shop from '../shop.module.css'
import type { CouponOffer } from './calls'
import { whyNot, type Bought } from './couponReason'
import classes from './coupon.module.css'

interface Props {
  offers: readonly CouponOffer[]
  bought: readonly Bought[]
  /** The one that is used; null: none. */
  chosen: number | null
  /** 0: none. */
  choose: (id: number) => void
}

/** One's coupons for this order: usable ones with what they take off, the best first; the others with why not. */
export function CouponChoice({ offers, bought, chosen, choose }: Props) {
  const { t } = useTranslation()
  const own = useFetched(`usable coupons ${offers.length}`, fetchUsable)
  const rows = new Map(own.data?.list.map((row) => [row.id, row]))
  const money = (amount: string): string => t('shop.money', { amount })
  const usable = offers.filter(({ refusal }) => !refusal)
  const others = offers.filter(({ refusal }) => refusal)
  const name = (row: Own | undefined, id: number): string => row?.name ?? t('shopMore.choice.own', { id })
  const words = (row: Own | undefined) =>
    row && (
      <small>
        {worth(t, row.terms)} · {conditions(t, row.terms).join(t('shopMoney.terms.and'))} ·{' '}
        {t('shopMore.choice.until', { time: minute(row.end_time) })}
      </small>
    )
  if (offers.length === 0) {
    return (
      <RouteLink to="/shop/coupons" className={shop.plain}>
        {t('shopMore.choice.more')}
      </RouteLink>
    )
  }
  return (
    <>
      <div className={classes.choices} role="radiogroup" aria-labelledby="checkout-coupon">
        {usable.map(({ user_coupon_id: id, saving }, at) => (
          <label key={id} data-here={id === chosen}>
            <input type="radio" name="coupon" checked={id === chosen} onChange={() => choose(id)} />
            <span>
              <b>{name(rows.get(id), id)}</b>
              {at === 0 && <em>{t('shopMore.choice.best')}</em>}
              {words(rows.get(id))}
            </span>
            <strong>{t('shopMore.choice.off', { amount: money(saving) })}</strong>
          </label>
        ))}
        {usable.length > 0 && (
          <label data-here={chosen === null}>
            <input type="radio" name="coupon" checked={chosen === null} onChange={() => choose(0)} />
            <span>{t('shopMore.choice.none')}</span>
          </label>
        )}
      </div>
      {others.length > 0 && (
        <details className={classes.others} open={usable.length === 0}>
          <summary>{t('shopMore.choice.others', { count: others.length })}</summary>
          <ul>
            {others.map(({ user_coupon_id: id, refusal }) => {
              const row = rows.get(id)
              return (
                <li key={id}>
                  <span>
                    <b>{name(row, id)}</b>
                    {words(row)}
                  </span>
                  <em>{whyNot(t, refusal ?? '', row, bought)}</em>
                </li>
              )
            })}
          </ul>
        </details>
      )}
    </>
  )
}
