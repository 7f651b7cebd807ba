import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Address } from '@/shared/address/addresses'
import { AddressText } from '@/shared/address/AddressText'
import { RouteLink } from '@/shared/ui/RouteLink'
import shop from '../shop.module.css'
import classes from './checkout.module.css'
import common from './order.module.css'

const AddressDialog = lazy(() =>
  import('@/shared/address/AddressDialog').then(({ AddressDialog: Dialog }) => ({ default: Dialog })),
)

/** Shown at once; the others when they are asked for. */
const SHOWN = 6

interface Props {
  list: readonly Address[]
  /** How many there may be. */
  most: number
  chosen: number | undefined
  choose: (id: number) => void
  /** A new one, or one that was changed. */
  saved: (address: Address) => void
}

/** Where an order goes: one of the member's addresses, which can be mended here, or a new one. */
export function Addresses({ list, most, chosen, choose, saved }: Props) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const full = list.length >= most
  const shown = all ? list : list.filter(({ id }, at) => at < SHOWN || id === chosen)
  const [open, setOpen] = useState<Address | 'new' | null>(null)
  return (
    <section className={common.part} aria-labelledby="checkout-address">
      <header>
        <h2 id="checkout-address">{t('shopOrder.address')}</h2>
        <button type="button" className={shop.plain} disabled={full} onClick={() => setOpen('new')}>
          {t('shopOrder.newAddress')}
        </button>
      </header>
      {full && (
        <p className={common.quiet}>
          {t('address.full')}{' '}
          <RouteLink to="/user/shop/address" className={common.link}>
            {t('address.title')}
          </RouteLink>
        </p>
      )}
      {list.length === 0 && <p className={common.quiet}>{t('shopOrder.noAddress')}</p>}
      <div className={classes.addresses} role="radiogroup" aria-labelledby="checkout-address">
        {shown.map((address) => (
          <div key={address.id}>
            <label data-here={address.id === chosen}>
              <input
                type="radio"
                name="address"
                checked={address.id === chosen}
                disabled={!address.area_valid}
                onChange={() => choose(address.id)}
              />
              <AddressText of={address} />
            </label>
            <button
              type="button"
              className={classes.edit}
              aria-label={`${t('address.edit')}: ${address.name} ${address.address}`}
              onClick={() => setOpen(address)}
            >
              {t('common.edit')}
            </button>
          </div>
        ))}
      </div>
      {shown.length < list.length && (
        <button type="button" className={shop.plain} onClick={() => setAll(true)}>
          {t('shopOrder.allAddresses', { count: list.length })}
        </button>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <AddressDialog
            old={open === 'new' ? null : open}
            first={list.length === 0}
            close={() => setOpen(null)}
            saved={(address) => {
              setOpen(null)
              saved(address)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
