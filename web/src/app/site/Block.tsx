import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { finish, start } from '@/shared/ui/progress'
import classes from './block.module.css'

/** A placeholder while a page's chunk loads; the progress bar runs meanwhile. */
export function Block({ inside = false }: { inside?: boolean }) {
  const { t } = useTranslation()
  useEffect(() => {
    start()
    return finish
  }, [])
  return (
    <div className={inside ? classes.inside : classes.whole} role="status" aria-label={t('site.loading')}>
      <span className="ring" />
    </div>
  )
}
