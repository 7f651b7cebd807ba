import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fetched } from '@/shared/hooks/useFetched'
import { ApiError } from '@/shared/http/error'
import classes from './articles.module.css'

/** What was fetched; before that a word that it is under way, or what went wrong with a way to try again. */
export function Fetching<T>({ of, children }: { of: Fetched<T>; children: (data: T) => ReactNode }) {
  const { t } = useTranslation()
  const { data, error, loading, renewing, reload } = of
  if (error !== null)
    return (
      <p className={classes.none} role="alert">
        {(error instanceof ApiError && error.reason) || t('articles.failed')}{' '}
        <button type="button" onClick={reload}>
          {t('articles.retry')}
        </button>
      </p>
    )
  if (data === null)
    return loading ? (
      <p className={classes.none} role="status">
        {t('articles.loading')}
      </p>
    ) : null
  return <div aria-busy={renewing}>{children(data)}</div>
}
