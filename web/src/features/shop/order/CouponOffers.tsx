import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { useSubmitText } from '@/shared/hooks/useSubmit'
import { fetchOfferedFor, take, type Offered } from '../coupons/calls'
import { least, limitsOf, worth } from '../coupons/worth'
import { useErrorText } from '../Failed'
import { costsMore } from '../Price'
import offers from '../offers.module.css'
import classes from './coupon.module.css'

/** Different goods of an order that coupons are looked for, and coupons of each. */
const GOODS_MAX = 5
const EACH = 8

/** Coupons that could be taken now and used for these goods. */
async function fitting(
  goods: readonly number[],
  amount: string,
  signal: AbortSignal,
): Promise<readonly Offered[]> {
  const found = await Promise.all(goods.map((id) => fetchOfferedFor(id, EACH, signal)))
  const each = new Map(found.flatMap(({ list }) => list).map((one) => [one.id, one]))
  return [...each.values()].filter(
    ({ why_not, terms }) => why_not === '' && !costsMore(terms.min_amount, amount),
  )
}

interface Props {
  goods: readonly number[]
  /** What they come to. */
  amount: string
  /** One was taken. */
  taken: () => void
}

/** Offers coupons that one does not have yet, where they can be taken at once. */
export function CouponOffers({ goods, amount, taken }: Props) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { busy, problem, submit } = useSubmitText(errorText)
  const asked = [...new Set(goods)].slice(0, GOODS_MAX)
  const offered = useFetched(`offered ${asked.join()} ${amount}`, (signal) => fitting(asked, amount, signal))
  const list = offered.data ?? []
  if (list.length === 0 && !problem) return null
  return (
    <div className={classes.offers}>
      <h3>{t('shopMore.coupons.offered')}</h3>
      <ul className={offers.coupons}>
        {list.map(({ id, name, terms }) => (
          <li key={id}>
            <span>
              <b>{worth(t, terms)}</b> {least(t, terms)}
              {limitsOf(t, terms) && <small>{limitsOf(t, terms)}</small>}
            </span>
            <button
              type="button"
              disabled={busy}
              aria-label={t('shopMore.coupons.takeOf', { name })}
              onClick={() => void submit(() => take(id), taken).then(() => offered.reload())}
            >
              {t('shopMore.coupons.take')}
            </button>
          </li>
        ))}
      </ul>
      {problem && (
        <span role="alert" className={offers.wrong}>
          {problem}
        </span>
      )}
    </div>
  )
}
