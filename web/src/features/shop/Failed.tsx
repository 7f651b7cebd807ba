import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http/error'
import classes from './shop.module.css'

/** The server's words without names of fields; nothing where it has not answered. */
const reasonOf = (error: unknown): string => (error instanceof ApiError ? error.reason : '')

/** Why something was not done: the server's words, or ours for what kept it from answering. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation()
  return (error) => reasonOf(error) || t('shop.notDone')
}

interface FailedProps {
  error: unknown
  retry?: () => void
  /** Words for it that say more than the server's. */
  words?: string
}

/** Something can't be shown. */
export function Failed({ error, retry, words }: FailedProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.state} role="alert">
      <p>{words || reasonOf(error) || t('shop.failed')}</p>
      {retry && (
        <button type="button" className={classes.plain} onClick={retry}>
          {t('shop.retry')}
        </button>
      )}
    </div>
  )
}

/** There is nothing, and where to go instead. */
export function Empty({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={classes.state}>
      <svg viewBox="0 0 120 80" width="120" height="80" aria-hidden="true">
        <path d="M14 26h92l-8 44H22L14 26Zm18 0 12-16m44 16L76 10M44 40v18m16-18v18m16-18v18" />
      </svg>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}
