import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { EmptyShelf } from '../art/EmptyShelf'
import classes from './notice.module.css'

interface NoticeProps {
  code: string
  title: string
  text: string
  /** Another way out. */
  children?: ReactNode
}

/** A dead end, with the ways out of it. Shown by the site and by the back office, so it carries its own looks. */
export function Notice({ code, title, text, children }: NoticeProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <main className={classes.notice}>
      <EmptyShelf />
      <strong>{code}</strong>
      <h1>{title}</h1>
      <p>{text}</p>
      <div>
        <button type="button" className={classes.strong} onClick={() => void navigate('/')}>
          {t('missing.home')}
        </button>
        <button type="button" onClick={() => void navigate(-1)}>
          {t('missing.back')}
        </button>
        {children}
      </div>
    </main>
  )
}
