import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { useFetched } from '@/shared/hooks/useFetched'
import { member } from '@/shared/session/member'
import type { Goods } from './calls'
import { fetchOffered, take, type Offered, type Terms } from './coupons/calls'
import { conditions, worth } from './coupons/worth'
import { useWords } from './Failed'
import { Icon } from './Icon'
import goodsClasses from './goods.module.css'
import classes from './offers.module.css'

const CLASSIFY = 1
const GOODS = 2

/** Whether a coupon is for these goods; exclusions win. */
export function isFor(terms: Terms, { id, classify }: Pick<Goods, 'id' | 'classify'>): boolean {
  if (terms.exclude_goods_ids.includes(id)) return false
  if (terms.scope === CLASSIFY) return classify.some((one) => terms.scope_ids.includes(one.id))
  if (terms.scope === GOODS) return terms.scope_ids.includes(id)
  return true
}

const SHOWN = 4

/** Coupons for these goods that everybody may take; nothing where there are none. */
export default function GoodsCoupons({ goods }: { goods: Goods }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const words = useWords()
  const { token } = useSnapshot(member)
  const [busy, setBusy] = useState(0)
  const [told, setTold] = useState('')
  const offered = useFetched(`coupons ${token !== ''}`, (signal) => fetchOffered(1, signal))
  const list = (offered.data?.list ?? []).filter(({ terms }) => isFor(terms, goods)).slice(0, SHOWN)
  if (list.length === 0) return null
  const act = ({ id }: Offered): void => {
    if (token === '') return void navigate(`/user/login?to=${encodeURIComponent(`/shop/goods/${goods.id}`)}`)
    setBusy(id)
    setTold('')
    take(id)
      .then(undefined, (error: unknown) => setTold(words(error)))
      .finally(() => {
        setBusy(0)
        offered.reload()
      })
  }
  const label = ({ why_not: why, claimed }: Offered): string =>
    why === 'gone' ? 'gone' : why === 'limit' || (why !== '' && claimed > 0) ? 'taken' : 'take'
  return (
    <div className={goodsClasses.term}>
      <dt>
        <Icon name="star" size={18} />
        {t('shopMore.coupons.title')}
      </dt>
      <dd>
        <ul className={classes.coupons}>
          {list.map((one) => (
            <li key={one.id} data-pale={one.why_not !== ''}>
              <span>
                <b>{worth(t, one.terms)}</b> {conditions(t, one.terms)[0]}
              </span>
              <button
                type="button"
                disabled={one.why_not !== '' || busy === one.id}
                aria-label={one.why_not === '' ? t('shopMore.coupons.takeOf', { name: one.name }) : undefined}
                onClick={() => act(one)}
              >
                {t(`shopMore.coupons.${label(one)}`)}
              </button>
            </li>
          ))}
        </ul>
        {told && (
          <span role="alert" className={classes.wrong}>
            {told}
          </span>
        )}
      </dd>
    </div>
  )
}
