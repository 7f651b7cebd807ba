import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Address } from '@/shared/address/addresses'
import { AddressText } from '@/shared/address/AddressText'
import shop from '../shop.module.css'
import classes from './checkout.module.css'
import common from './order.module.css'

const AddressDialog = lazy(() =>
  import('@/shared/address/AddressDialog').then(({ AddressDialog: Dialog }) => ({ default: Dialog })),
)

interface Props {
  list: readonly Address[]
  chosen: number | undefined
  choose: (id: number) => void
  added: (address: Address) => void
}

/** Where an order goes: one of the member's addresses, or a new one. */
export function Addresses({ list, chosen, choose, added }: Props) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  return (
    <section className={common.part} aria-labelledby="checkout-address">
      <header>
        <h2 id="checkout-address">{t('shopOrder.address')}</h2>
        <button type="button" className={shop.plain} onClick={() => setAdding(true)}>
          {t('shopOrder.newAddress')}
        </button>
      </header>
      {list.length === 0 && <p className={common.quiet}>{t('shopOrder.noAddress')}</p>}
      <div className={classes.addresses} role="radiogroup" aria-labelledby="checkout-address">
        {list.map((address) => (
          <label key={address.id} data-here={address.id === chosen}>
            <input
              type="radio"
              name="address"
              checked={address.id === chosen}
              disabled={!address.area_valid}
              onChange={() => choose(address.id)}
            />
            <AddressText of={address} />
          </label>
        ))}
      </div>
      {adding && (
        <Suspense fallback={null}>
          <AddressDialog
            old={null}
            first={list.length === 0}
            close={() => setAdding(false)}
            saved={(address) => {
              setAdding(false)
              added(address)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
