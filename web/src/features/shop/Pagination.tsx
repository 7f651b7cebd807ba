import { useTranslation } from 'react-i18next'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Icon } from './Icon'
import classes from './list.module.css'

/** Pages around the one that is shown. */
export function pagesAround(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - 2, pages - 4))
  return Array.from({ length: Math.min(5, pages) }, (_, at) => first + at)
}

/** Links to the other pages of a list. */
export function Pagination({
  page,
  pages,
  to,
}: {
  page: number
  pages: number
  to: (page: number) => string
}) {
  const { t } = useTranslation()
  if (pages < 2) return null
  return (
    <nav className={classes.turn} aria-label={t('shop.pages.label')}>
      {page > 1 && (
        <RouteLink to={to(page - 1)} rel="prev" aria-label={t('shop.pages.before')}>
          <Icon name="left" size={18} />
        </RouteLink>
      )}
      {pagesAround(page, pages).map((one) => (
        <RouteLink key={one} to={to(one)} aria-current={one === page ? 'page' : undefined}>
          {one}
        </RouteLink>
      ))}
      {page < pages && (
        <RouteLink to={to(page + 1)} rel="next" aria-label={t('shop.pages.next')}>
          <Icon name="right" size={18} />
        </RouteLink>
      )}
    </nav>
  )
}
