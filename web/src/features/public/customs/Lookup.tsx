import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { ApiError } from '@/shared/http/error'
import { RouteLink } from '@/shared/ui/RouteLink'
import { isTrade, TRADES } from '../layout/navigation'
import { findCustoms } from './api'
import { Pills } from '../sections/Pills'
import { CodeTable } from './CodeTable'
import { TRADE_HEADINGS } from './trades'
import classes from './customs.module.css'

/** Milliseconds without a key before it is searched: the node takes 30 searches a minute. */
const PAUSE = 500

/** Search over the whole nomenclature; without words the chapters. An industry offers the headings it deals with most. */
export function Lookup() {
  const { t, i18n } = useTranslation()
  const [params, setParams] = useSearchParams()
  const named = params.get('industry') ?? ''
  const trade = isTrade(named) ? named : null
  const asked = params.get('q') ?? ''
  const [words, setWords] = useState(asked)
  useEffect(() => setWords(asked), [asked])
  useEffect(() => {
    const q = words.trim()
    if (q === asked.trim()) return
    const timer = setTimeout(
      () =>
        setParams(
          (before) => {
            if (q) before.set('q', q)
            else before.delete('q')
            return before
          },
          { replace: true, preventScrollReset: true },
        ),
      PAUSE,
    )
    return () => clearTimeout(timer)
  }, [words, asked, setParams])
  const { data, error, renewing, loading, reload } = useFetched(`${i18n.language} ${asked}`, (signal) =>
    findCustoms(asked ? { q: asked } : {}, i18n.language, signal),
  )
  const choose = (other: string | null): void =>
    setParams(
      (before) => {
        if (other) before.set('industry', other)
        else before.delete('industry')
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <>
      <div className={classes.lookup}>
        <input
          type="search"
          className={classes.field}
          value={words}
          maxLength={100}
          placeholder={t('customs.search')}
          aria-label={t('customs.search')}
          onChange={(event) => setWords(event.target.value)}
        />
        <Pills
          label={t('customs.industry')}
          options={TRADES.map((other) => ({ key: other, label: t(`site.nav.${other}`) }))}
          chosen={trade}
          choose={(other) => choose(trade === other ? null : other)}
        />
      </div>
      {trade && (
        <p className={classes.often}>
          {t('customs.often')}
          {TRADE_HEADINGS[trade].map((code) => (
            <RouteLink key={code} to={`/customs/${code}`}>
              {code}
            </RouteLink>
          ))}
        </p>
      )}
      {error !== null && (
        <p className={classes.none} role="alert">
          {(error instanceof ApiError && error.reason) || t('customs.failed')}{' '}
          <button type="button" onClick={reload}>
            {t('customs.retry')}
          </button>
        </p>
      )}
      {data && error === null && (
        <div aria-busy={renewing}>
          <p className={classes.count} role="status">
            {asked
              ? t(data.found > data.rows.length ? 'customs.countMore' : 'customs.count', {
                  count: data.found,
                  shown: data.rows.length,
                })
              : t('customs.chapters')}
          </p>
          {data.rows.length > 0 ? (
            <CodeTable rows={data.rows} label={t('customs.lookupTitle')} />
          ) : (
            <p className={classes.none}>{t('customs.none')}</p>
          )}
        </div>
      )}
      {loading && (
        <p className={classes.count} role="status">
          {t('customs.loading')}
        </p>
      )}
      <p className={classes.from}>{t('customs.from')}</p>
    </>
  )
}
