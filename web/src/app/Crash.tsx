import { Button } from '@arco-design/web-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '@/shared/ui/ui.module.css'
import { hideSplash } from './splash'

/** Shown when rendering failed or a chunk could not be loaded. */
export function Crash({ inside = false }: { inside?: boolean }) {
  const { t } = useTranslation()
  useEffect(hideSplash, [])
  return (
    <main className={inside ? classes.state : classes.whole} role="alert">
      <h1>{t('error.crash')}</h1>
      <Button type="primary" onClick={() => location.reload()}>
        {t('common.reload')}
      </Button>
    </main>
  )
}
