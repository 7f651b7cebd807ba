import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useWide } from '@/shared/hooks/useWide'
import { member } from '@/shared/session/member'
import { MenuLink } from '@/shared/ui/MenuLink'
import { cartState, loadCart } from './cart'
import { CountMark } from './CountMark'
import { Icon } from './Icon'
import classes from './bar.module.css'

/** The list with its classifies opened. */
export const CLASSIFIES = '#classifies'

/** On a phone, at the foot of the shop's and the member's pages: home, classifies, cart, oneself. */
export function BottomBar() {
  const { t } = useTranslation()
  const wide = useWide(768)
  const { count } = useSnapshot(cartState)
  const { token } = useSnapshot(member)
  useEffect(() => {
    if (!wide && token !== '' && !cartState.cart) void loadCart()
  }, [wide, token])
  if (wide) return null
  return (
    <nav className={classes.bar} data-foot aria-label={t('site.bar.label')}>
      <MenuLink to="/shop" end>
        <Icon name="home" />
        {t('site.bar.home')}
      </MenuLink>
      <MenuLink to={`/shop/list${CLASSIFIES}`}>
        <Icon name="grid" />
        {t('site.bar.classifies')}
      </MenuLink>
      <MenuLink to="/shop/cart">
        <span className={classes.counted}>
          <Icon name="cart" />
          <CountMark count={count} />
        </span>
        {t('site.bar.cart')}
      </MenuLink>
      <MenuLink to={token === '' ? '/user/login' : '/user'}>
        <Icon name="person" />
        {t('site.bar.me')}
      </MenuLink>
    </nav>
  )
}
