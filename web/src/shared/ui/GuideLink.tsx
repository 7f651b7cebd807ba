import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { guideOf } from '@/shared/guides'
import classes from './guideLink.module.css'
import { RouteLink } from './RouteLink'

/** `?` beside the title of a page that a guide speaks of. */
export function GuideLink({ title }: { title: string }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const guide = guideOf(pathname)
  if (!guide) return null
  const label = t('common.guide', { title })
  return (
    <RouteLink to={guide} className={classes.link} aria-label={label} title={label}>
      ?
    </RouteLink>
  )
}
