import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { member } from '@/shared/session/member'
import { PlaceLink } from '@/shared/ui/PlaceLink'
import classes from './frame.module.css'
import { Industries } from './Industries'
import { PLACES } from './places'

/** The site's own places, then those that the back office's member rules add to the bar. */
export function NavLinks() {
  const { t } = useTranslation()
  const { rules } = useSnapshot(member)
  const added = rules.filter(
    (rule) => rule.type === 'nav' && rule.menu_type === 'link' && /^https?:\/\//.test(rule.url ?? ''),
  )
  return (
    <ul className={classes.links}>
      {PLACES.map(({ key, path }) => (
        <li key={key}>
          {path === null ? (
            <Industries />
          ) : (
            <PlaceLink to={path} end={path === '/'} className={classes.link}>
              {t(`site.nav.${key}`)}
            </PlaceLink>
          )}
        </li>
      ))}
      {added.map((rule) => (
        <li key={rule.id}>
          <a href={rule.url} target="_blank" rel="noreferrer" className={classes.link}>
            {rule.title}
          </a>
        </li>
      ))}
    </ul>
  )
}
