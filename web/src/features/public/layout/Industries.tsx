import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { MenuLink } from '@/shared/ui/MenuLink'
import { Icon } from '../art/Icon'
import { ICONS } from '../art/icons'
import classes from './frame.module.css'
import { NavDrop } from './NavDrop'
import { tradePath, TRADES } from './navigation'

/** The industries below their button. */
export function Industries() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <NavDrop label={t('site.nav.industries')} here={pathname.startsWith('/industries/')}>
      {TRADES.map((trade) => (
        <li key={trade}>
          <MenuLink to={tradePath(trade)} className={classes.trade}>
            <Icon path={ICONS[trade]} size={22} />
            <span>{t(`site.nav.${trade}`)}</span>
          </MenuLink>
        </li>
      ))}
    </NavDrop>
  )
}
