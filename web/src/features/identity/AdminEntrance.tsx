import { IconCheckCircle } from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Entrance } from '@/shared/ui/Entrance'
import { Brand } from '@/shared/ui/Page'
import { EntranceTools } from './EntranceTools'
import classes from './login.module.css'

interface Props {
  title: string
  subtitle: string
  /** The form. */
  children: ReactNode
}

/** The page around a form that lets somebody into the back office. */
export function AdminEntrance({ title, subtitle, children }: Props) {
  const { t } = useTranslation()
  return (
    <Entrance
      title={t('app.tagline')}
      gains={
        <ul className={classes.gains}>
          {['point1', 'point2', 'point3'].map((point) => (
            <li key={point}>
              <IconCheckCircle /> {t(`login.${point}`)}
            </li>
          ))}
        </ul>
      }
    >
      <main className={classes.main}>
        <EntranceTools />
        <div className={classes.form}>
          <div className={classes.small}>
            <Brand />
          </div>
          <h1>{title}</h1>
          <p>{subtitle}</p>
          {children}
        </div>
      </main>
    </Entrance>
  )
}
