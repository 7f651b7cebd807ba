import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { finish, start } from '@/shared/ui/progress'
import classes from './block.module.css'

/** Stands where a page will be while its files are under way; the progress bar runs as long. */
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
