import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { ApiError } from '@/shared/http/error'
import { RouteLink } from '@/shared/ui/RouteLink'
import { findCustoms, spelled } from '../customs/api'
import { CodeName, CodeTable } from '../customs/CodeTable'
import { Tariffs } from '../customs/Tariffs'
import { Action } from '../sections/Action'
import { Hero } from '../sections/Hero'
import { Section } from '../sections/Section'
import classes from '../customs/customs.module.css'

/** One code of the nomenclature: what is above, below and beside it, and what the tariff says. */
export default function CustomsCodePage() {
  const { t, i18n } = useTranslation()
  const { code = '' } = useParams()
  const { data, error, reload } = useFetched(`${i18n.language} ${code}`, (signal) =>
    findCustoms({ code }, i18n.language, signal),
  )
  const unknown = error instanceof ApiError && String(error.data.key ?? '').startsWith('trade.')
  if (unknown) return <Navigate to="/404" replace />
  const row = data?.code?.code === code ? data.code : null
  const title = spelled(code)
  return (
    <>
      <Hero
        label={t('site.nav.customs')}
        page={`${title} ${t('site.nav.customs')}`}
        title={title}
        text={row?.name ?? ''}
        actions={
          <Action to="/customs" plain>
            {t('customs.back')}
          </Action>
        }
      />
      {error !== null && (
        <Section>
          <p className={classes.none} role="alert">
            {(error instanceof ApiError && error.reason) || t('customs.failed')}{' '}
            <button type="button" onClick={reload}>
              {t('customs.retry')}
            </button>
          </p>
        </Section>
      )}
      {row && data && error === null && (
        <>
          {(data.path.length > 0 || row.section !== '') && (
            <Section title={t('customs.pathTitle')}>
              <ol className={classes.path}>
                {row.section !== '' && <li>{t('customs.section', { section: row.section })}</li>}
                {data.path.map((upper) => (
                  <li key={upper.code}>
                    <RouteLink to={`/customs/${upper.code}`}>{spelled(upper.code)}</RouteLink>
                    <span>
                      <CodeName row={upper} />
                    </span>
                  </li>
                ))}
                <li aria-current="page">
                  <strong>{title}</strong>
                  <span>
                    <CodeName row={row} />
                  </span>
                </li>
              </ol>
            </Section>
          )}
          {data.rows.length > 0 && (
            <Section title={t('customs.belowTitle')} tinted>
              <CodeTable rows={data.rows} label={t('customs.belowTitle')} />
            </Section>
          )}
          {code.length > 2 && (
            <Section title={t('customs.tariffTitle')} text={t('customs.tariffText')}>
              <Tariffs list={data.tariffs} />
            </Section>
          )}
          <Section title={t('customs.besideTitle')} tinted>
            <CodeTable rows={data.neighbours} here={code} label={t('customs.besideTitle')} />
            <p className={classes.from}>{t('customs.from')}</p>
          </Section>
        </>
      )}
    </>
  )
}
