import { Button } from '@arco-design/web-react'
import { IconBook, IconSwap, IconThunderbolt } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useTitle } from '@/shared/hooks/useTitle'
import { Brand } from '@/shared/ui/Page'
import classes from './public.module.css'

export default function LandingPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useTitle(t('menu.home'))
  const enter = (
    <Button type="primary" size="large" onClick={() => void navigate('/admin')}>
      {t('landing.enter')}
    </Button>
  )
  return (
    <div className={classes.landing}>
      <header>
        <Brand />
      </header>
      <main>
        <h1>{t('landing.title')}</h1>
        <p>{t('landing.text')}</p>
        {enter}
        <ul>
          {[
            { key: 'ledger', icon: <IconBook /> },
            { key: 'flow', icon: <IconSwap /> },
            { key: 'live', icon: <IconThunderbolt /> },
          ].map(({ key, icon }) => (
            <li key={key}>
              {icon}
              <h2>{t(`landing.${key}`)}</h2>
              <p>{t(`landing.${key}Text`)}</p>
            </li>
          ))}
        </ul>
      </main>
    </div>
  )
}
