import { Button } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useTitle } from '@/shared/hooks/useTitle'
import classes from '@/shared/ui/ui.module.css'

const RETURN_SECONDS = 8

export default function NotFoundPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [left, setLeft] = useState(RETURN_SECONDS)
  useTitle(t('title.notFound'))
  useEffect(() => {
    if (left === 0) {
      void (window.history.length > 1 ? navigate(-1) : navigate('/'))
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, navigate])
  return (
    <main className={classes.whole}>
      <strong>{'404'}</strong>
      <h1>{t('missing.title')}</h1>
      <p>{t('missing.text', { seconds: left })}</p>
      <div className={classes.actions}>
        <Button type="primary" onClick={() => void navigate('/')}>
          {t('missing.home')}
        </Button>
        <Button onClick={() => void navigate(-1)}>{t('missing.back')}</Button>
      </div>
    </main>
  )
}
