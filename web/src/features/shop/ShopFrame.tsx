import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { member } from '@/shared/session/member'
import { MenuLink } from '@/shared/ui/MenuLink'
import { RouteLink } from '@/shared/ui/RouteLink'
import { cartState, loadCart } from './cart'
import { Icon } from './Icon'
import classes from './shop.module.css'

/** Search, cart and orders above every page of the shop. */
export function ShopFrame({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [asked] = useSearchParams()
  const searched = asked.get('search') ?? ''
  const [text, setText] = useState(searched)
  useEffect(() => setText(searched), [searched])
  const { count } = useSnapshot(cartState)
  const { token } = useSnapshot(member)
  // A login brings the guest's lines into the member's cart.
  useEffect(() => void loadCart(), [token])
  const search = (event: FormEvent): void => {
    event.preventDefault()
    const words = text.trim()
    void navigate(words ? `/shop/list?search=${encodeURIComponent(words)}` : '/shop/list')
  }
  return (
    <div className={classes.shop}>
      <div className={classes.bar}>
        <nav aria-label={t('shop.nav.label')}>
          <MenuLink to="/shop" end>
            {t('shop.nav.home')}
          </MenuLink>
          <MenuLink to="/shop/list">{t('shop.nav.all')}</MenuLink>
          <MenuLink to="/shop/coupons">{t('shop.nav.coupons')}</MenuLink>
        </nav>
        <form role="search" onSubmit={search}>
          <label className={classes.hidden} htmlFor="shop-search">
            {t('shop.search.label')}
          </label>
          <input
            id="shop-search"
            type="search"
            value={text}
            maxLength={100}
            placeholder={t('shop.search.placeholder')}
            enterKeyHint="search"
            onChange={(event) => setText(event.target.value)}
          />
          <button type="submit" aria-label={t('shop.search.go')}>
            <Icon name="search" />
          </button>
        </form>
        <span className={classes.own}>
          {/* Phones do not show the links at the left. */}
          <RouteLink to="/shop/coupons" className={`${classes.tool} ${classes.narrowOnly}`}>
            <Icon name="ticket" />
            <span>{t('shop.nav.coupons')}</span>
          </RouteLink>
          {token !== '' && (
            <RouteLink to="/user/shop/orders" className={classes.tool}>
              <Icon name="orders" />
              <span>{t('shop.nav.orders')}</span>
            </RouteLink>
          )}
          <RouteLink to="/shop/cart" className={classes.tool}>
            <Icon name="cart" />
            <span>{t('shop.nav.cart')}</span>
            {count > 0 && <b>{count > 99 ? '99+' : count}</b>}
          </RouteLink>
        </span>
      </div>
      <div className={narrow ? `${classes.page} ${classes.narrow}` : classes.page}>{children}</div>
    </div>
  )
}
