import { Button } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useTitle } from '@/shared/hooks/useTitle'
import classes from '@/shared/ui/ui.module.css'

export default function DeniedPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useTitle(t('title.noPower'))
  return (
    <main className={classes.whole}>
      <strong>{'401'}</strong>
      <h1>{t('denied.title')}</h1>
      <p>{t('denied.text')}</p>
      <div className={classes.actions}>
        <Button type="primary" onClick={() => void navigate('/')}>
          {t('missing.home')}
        </Button>
        <Button onClick={() => void navigate(-1)}>{t('missing.back')}</Button>
      </div>
    </main>
  )
}
