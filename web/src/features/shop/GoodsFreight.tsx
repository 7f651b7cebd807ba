import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { fetchAddresses } from '@/shared/address/addresses'
import { ABROAD } from '@/shared/address/country'
import { useFetched } from '@/shared/hooks/useFetched'
import { member } from '@/shared/session/member'
import { keepArea, keptArea } from './area'
import { Step } from '@/shared/shop/FreightStep'
import { AreaPick } from './AreaPick'
import { useErrorText } from './Failed'
import { fetchFreight, withoutDearerHints } from './freight'
import classes from './offers.module.css'

const NONE = '0.00'

interface Known {
  area: readonly number[]
  text: string
}

/** The area that this browser remembers, or else that of a signed-in member's first valid address. */
async function begin(signed: boolean): Promise<Known> {
  const kept = keptArea()
  if (kept.length > 0 || !signed) return { area: kept, text: '' }
  const { list } = await fetchAddresses()
  const own = list.find(({ area_valid: valid }) => valid)
  return own ? { area: own.area, text: own.area_text } : { area: [], text: '' }
}

/** What the freight of these goods to one's area is, in steps. */
export default function GoodsFreight({ sku, quantity }: { sku: number; quantity: number }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { token } = useSnapshot(member)
  const known = useFetched(`area ${token !== ''}`, () => begin(token !== ''))
  const [chosen, setChosen] = useState<readonly number[] | null>(null)
  const [changing, setChanging] = useState(false)
  const [fault, setFault] = useState<unknown>(null)
  const area = chosen ?? known.data?.area ?? []
  const key = sku > 0 && area.length > 0 ? JSON.stringify([sku, quantity, area]) : ''
  const asked = useFetched(key, (signal) =>
    key ? fetchFreight([{ sku_id: sku, quantity }], area, signal) : Promise.resolve(null),
  )
  if (!known.data && !known.error) return <span role="status">{t('site.loading')}</span>
  const areaText = chosen === null ? (known.data?.text ?? '') : ''
  const freight = asked.shownKey === key ? asked.data : null
  const error = fault ?? asked.error
  return (
    <span className={classes.freight} aria-live="polite" aria-busy={asked.renewing}>
      <span className={classes.to}>
        {t('shopMore.freight.to')}{' '}
        {areaText && !changing ? (
          <>
            <b>{areaText}</b>
            <button type="button" onClick={() => setChanging(true)}>
              {t('shopMore.freight.change')}
            </button>
          </>
        ) : (
          <AreaPick
            begun={area[0] === ABROAD ? [] : area}
            chosen={(next) => {
              keepArea(next)
              setFault(null)
              setChosen(next)
            }}
            failed={setFault}
          />
        )}
      </span>
      {error ? (
        <span role="alert" className={classes.wrong}>
          {errorText(error)}
        </span>
      ) : (
        freight && (
          <>
            <strong>
              {freight.freight === NONE
                ? t('shopMore.freight.free')
                : t('shopMore.freight.is', { amount: t('shop.money', { amount: freight.freight }) })}
            </strong>
            {freight.freight !== NONE && (
              <ul>
                {withoutDearerHints(freight.freight_steps, freight.missing_to_free).map((step) => (
                  <Step key={step.template_id} step={step} />
                ))}
              </ul>
            )}
            {freight.missing_to_free && freight.freight !== NONE && (
              <span>
                {t('shopMore.cart.missing', { amount: t('shop.money', { amount: freight.missing_to_free }) })}
              </span>
            )}
          </>
        )
      )}
    </span>
  )
}
