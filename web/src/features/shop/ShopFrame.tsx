import { Suspense, useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { member } from '@/shared/session/member'
import { MenuLink } from '@/shared/ui/MenuLink'
import { RouteLink } from '@/shared/ui/RouteLink'
import { BottomBar } from './BottomBar'
import { cartState, loadCart } from './cart'
import { CountMark } from './CountMark'
import { Icon } from './Icon'
import { keepWords } from './kept'
import { lazyPart } from './lazyPart'
import classes from './shop.module.css'

const SearchHelp = lazyPart(() => import('./SearchHelp'), 'shopMore')

interface Props {
  children: ReactNode
  narrow?: boolean
  /** On a phone the page has buttons of its own at its foot. */
  ownFoot?: boolean
}

/** Search, cart and orders above every page of the shop; on a phone the cart and oneself are below it. */
export function ShopFrame({ children, narrow = false, ownFoot = false }: Props) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const [asked] = useSearchParams()
  const searched = asked.get('search') ?? ''
  const [text, setText] = useState(searched)
  useEffect(() => setText(searched), [searched])
  const [helping, setHelping] = useState(false)
  const { count } = useSnapshot(cartState)
  const { token } = useSnapshot(member)
  // A login brings the guest's lines into the member's cart; goods are named in the reader's language.
  useEffect(() => void loadCart(), [token, i18n.language])
  const search = (event: FormEvent): void => {
    event.preventDefault()
    const words = text.trim()
    setHelping(false)
    if (words) keepWords(words)
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
        <form
          role="search"
          onSubmit={search}
          onFocus={() => setHelping(true)}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) setHelping(false)
          }}
          onKeyDown={({ key }) => key === 'Escape' && setHelping(false)}
        >
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
            onChange={(event) => {
              setHelping(true)
              setText(event.target.value)
            }}
          />
          <button type="submit" aria-label={t('shop.search.go')}>
            <Icon name="search" />
          </button>
          {helping && (
            <Suspense fallback={null}>
              <SearchHelp text={text} chosen={() => setHelping(false)} />
            </Suspense>
          )}
        </form>
        <span className={classes.own}>
          {/* Phones do not show the links at the left. */}
          <RouteLink to="/shop/coupons" className={`${classes.tool} ${classes.narrowOnly}`}>
            <Icon name="ticket" />
            <span>{t('shop.nav.coupons')}</span>
          </RouteLink>
          {token !== '' && (
            <RouteLink to="/user/shop/orders" className={`${classes.tool} ${classes.wideOnly}`}>
              <Icon name="orders" />
              <span>{t('shop.nav.orders')}</span>
            </RouteLink>
          )}
          <RouteLink to="/shop/cart" className={`${classes.tool} ${classes.wideOnly}`}>
            <Icon name="cart" />
            <span>{t('shop.nav.cart')}</span>
            <CountMark count={count} />
          </RouteLink>
        </span>
      </div>
      <div className={narrow ? `${classes.page} ${classes.narrow}` : classes.page}>{children}</div>
      {!ownFoot && <BottomBar />}
    </div>
  )
}
