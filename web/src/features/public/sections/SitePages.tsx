import { useTranslation } from 'react-i18next'
import classes from './pills.module.css'

interface Props {
  /** From 1. */
  page: number
  /** Things of a page. */
  size: number
  /** Things in all. */
  total: number
  open: (page: number) => void
}

/** The way through a list that has more than one page; nothing where it has not. */
export function SitePages({ page, size, total, open }: Props) {
  const { t } = useTranslation()
  const pages = Math.ceil(total / size)
  // From a page that is gone there is a way back.
  if (pages <= 1 && page <= 1) return null
  const step = (to: number, text: string) => (
    <button
      type="button"
      className={classes.pill}
      disabled={to < 1 || to > pages}
      onClick={() => open(Math.min(to, pages))}
    >
      {text}
    </button>
  )
  return (
    <nav className={classes.pages} aria-label={t('articles.pages')}>
      {step(page - 1, t('articles.pageBefore'))}
      <span>{t('articles.page', { page, pages })}</span>
      {step(page + 1, t('articles.pageNext'))}
    </nav>
  )
}
