import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useSnapshot } from 'valtio'
import { member } from '@/shared/session/member'
import { siteItems } from '@/shared/session/memberRules'
import { site } from '@/shared/site/store'
import { MenuLink } from '@/shared/ui/MenuLink'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Icon } from '../art/Icon'
import { ICONS } from '../art/icons'
import classes from './frame.module.css'
import { NavDrop } from './NavDrop'
import { shows } from './navigation'
import { NavLinks } from './NavLinks'
import { SheetLinks } from './RuleLinks'
import { Tools } from './Tools'

export function Header() {
  const { t } = useTranslation()
  const { siteName, entries } = useSnapshot(site)
  const { info, rules } = useSnapshot(member)
  // Entries of the member's own menu, if the back office has made some.
  const own = info ? siteItems(rules, 'nav_user_menu') : []
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    if (!open) return
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [open])
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <RouteLink to="/" className={classes.brand}>
          <img src="/favicon.svg" alt="" width="30" height="30" />
          <span>{siteName}</span>
        </RouteLink>
        <nav
          id="site-nav"
          className={open ? `${classes.nav} ${classes.navOpen}` : classes.nav}
          aria-label={t('site.nav.label')}
        >
          <NavLinks />
          <div className={classes.enter}>
            {own.length > 0 ? (
              <NavDrop label={t('site.nav.account')} here={false} end>
                <li>
                  <MenuLink to="/user" className={classes.trade}>
                    {t('site.nav.centre')}
                  </MenuLink>
                </li>
                <SheetLinks items={own} />
              </NavDrop>
            ) : (
              <MenuLink to={info ? '/user' : '/user/login'} className={classes.quiet}>
                {t(info ? 'site.nav.account' : 'site.nav.login')}
              </MenuLink>
            )}
            {shows(entries, 'trial') && (
              <RouteLink to="/trial" className={classes.strong}>
                {t('site.nav.trial')}
              </RouteLink>
            )}
          </div>
        </nav>
        <Tools />
        <button
          type="button"
          className={`${classes.tool} ${classes.burger}`}
          aria-controls="site-nav"
          aria-expanded={open}
          aria-label={t(open ? 'site.nav.close' : 'site.nav.open')}
          onClick={() => setOpen(!open)}
        >
          <Icon path={open ? ICONS.close : ICONS.menu} />
        </button>
      </div>
    </header>
  )
}
