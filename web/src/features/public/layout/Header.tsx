import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router'
import { useSnapshot } from 'valtio'
import { member } from '@/shared/session/member'
import { site } from '@/shared/site/store'
import { Icon } from '../art/Icon'
import classes from './frame.module.css'
import { NavLinks } from './NavLinks'
import { Tools } from './Tools'

export function Header() {
  const { t } = useTranslation()
  const { siteName } = useSnapshot(site)
  const { info } = useSnapshot(member)
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
        <Link to="/" className={classes.brand}>
          <img src="/favicon.svg" alt="" width="30" height="30" />
          <span>{siteName}</span>
        </Link>
        <nav
          id="site-nav"
          className={open ? `${classes.nav} ${classes.navOpen}` : classes.nav}
          aria-label={t('site.nav.label')}
        >
          <NavLinks />
          <div className={classes.enter}>
            <NavLink to={info ? '/user' : '/user/login'} className={classes.quiet}>
              {t(info ? 'site.nav.account' : 'site.nav.login')}
            </NavLink>
            <Link to="/trial" className={classes.strong}>
              {t('site.nav.trial')}
            </Link>
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
          <Icon name={open ? 'close' : 'menu'} />
        </button>
      </div>
    </header>
  )
}
