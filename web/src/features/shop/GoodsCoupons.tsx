import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { useFetched } from '@/shared/hooks/useFetched'
import { useSubmitText } from '@/shared/hooks/useSubmit'
import { member } from '@/shared/session/member'
import type { Goods } from './calls'
import { fetchOfferedFor, take, type Offered } from './coupons/calls'
import { least, limitsOf, worth } from './coupons/worth'
import { useErrorText } from './Failed'
import { Icon } from './Icon'
import goodsClasses from './goods.module.css'
import classes from './offers.module.css'

/** Shown at once; the others when they are asked for. */
const SHOWN = 4
const ALL_MAX = 200
/** The type of coupons that take something off the freight. */
const FREIGHT = 3

/** Coupons for these goods that everybody may take; nothing where there are none. */
export default function GoodsCoupons({ goods }: { goods: Goods }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const { token } = useSnapshot(member)
  const { busy, problem, submit } = useSubmitText(errorText)
  const [all, setAll] = useState(false)
  const offered = useFetched(`coupons ${goods.id} ${token !== ''} ${all}`, (signal) =>
    fetchOfferedFor(goods.id, all ? ALL_MAX : SHOWN, signal),
  )
  const list = offered.data?.list ?? []
  // All of them may have been asked for in vain.
  const more = (!all || offered.failure !== null) && (offered.data?.total ?? 0) > list.length
  if (list.length === 0) return null
  const act = ({ id }: Offered): void => {
    if (token === '') return void navigate(`/user/login?to=${encodeURIComponent(`/shop/goods/${goods.id}`)}`)
    void submit(() => take(id)).then(offered.reload)
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
                <b>{worth(t, one.terms)}</b> {least(t, one.terms)}
                {one.terms.type === FREIGHT && <small>{t('shopMoney.terms.freight')}</small>}
                {limitsOf(t, one.terms) && <small>{limitsOf(t, one.terms)}</small>}
              </span>
              <button
                type="button"
                disabled={one.why_not !== '' || busy}
                aria-label={one.why_not === '' ? t('shopMore.coupons.takeOf', { name: one.name }) : undefined}
                onClick={() => act(one)}
              >
                {t(`shopMore.coupons.${label(one)}`)}
              </button>
            </li>
          ))}
        </ul>
        {more && (
          <button
            type="button"
            className={goodsClasses.ask}
            onClick={() => (all ? offered.reload() : setAll(true))}
          >
            {t('shopMore.coupons.all', { count: offered.data?.total })}
          </button>
        )}
        {(problem || offered.failure !== null) && (
          <span role="alert" className={classes.wrong}>
            {problem || errorText(offered.failure)}
          </span>
        )}
      </dd>
    </div>
  )
}
