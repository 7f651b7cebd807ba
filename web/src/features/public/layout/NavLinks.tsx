import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useSnapshot } from 'valtio'
import { siteItems, spread } from '@/shared/session/memberRules'
import { site } from '@/shared/site/store'
import { MenuLink } from '@/shared/ui/MenuLink'
import classes from './frame.module.css'
import { Industries } from './Industries'
import { NavDrop } from './NavDrop'
import { HEADER_LINKS, shows } from './navigation'
import { SheetLinks } from './RuleLinks'

/** The site's own places, then a list of those that the back office's member rules add: the bar has no room for them. */
export function NavLinks() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { headNav, entries, shopName, homePage } = useSnapshot(site)
  const added = siteItems(headNav, 'nav').flatMap(spread)
  // Where the shop is the home page, one entry leads to both.
  const links = HEADER_LINKS.filter(
    ({ key }) => shows(entries, key) && !(key === 'home' && homePage === 'shop' && shows(entries, 'shop')),
  )
  return (
    <ul className={classes.links}>
      {links.map(({ key, path }) => (
        <li key={key}>
          {path === null ? (
            <Industries />
          ) : (
            <MenuLink to={path} end={path === '/'} className={classes.link}>
              {(key === 'shop' && shopName) || t(`site.nav.${key}`)}
            </MenuLink>
          )}
        </li>
      ))}
      {added.length > 0 && (
        <li>
          <NavDrop label={t('site.nav.more')} here={added.some(({ to }) => to === pathname)}>
            <SheetLinks items={added} />
          </NavDrop>
        </li>
      )}
    </ul>
  )
}
