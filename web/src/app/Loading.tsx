import { Button, Spin } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTitle } from '@/shared/hooks/useTitle'
import ui from '@/shared/ui/ui.module.css'
import { finish, start } from '@/shared/ui/progress'

/** Menus usually load in a fraction of a second; after this time a retry is offered. */
const PATIENCE_MS = 6_000

export function Loading() {
  const { t } = useTranslation()
  const [long, setLong] = useState(false)
  useTitle(t('title.loading'))
  useEffect(() => {
    start()
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      finish()
    }
  }, [])
  return (
    <div className={ui.whole} role="status" aria-label={t('common.loading')}>
      <Spin size={28} />
      {long && (
        <>
          <p>{t('shell.slow')}</p>
          <Button onClick={() => location.reload()}>{t('common.reload')}</Button>
        </>
      )}
    </div>
  )
}
