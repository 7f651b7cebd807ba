import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { ApiError } from '@/shared/http/error'
import { useHead } from '@/shared/hooks/useHead'
import { moment } from '@/shared/ui/time'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Fetching } from '../articles/Fetching'
import { Logo } from '../platform/Companies'
import { EnquiryForm } from '../platform/EnquiryForm'
import { useCompany, type CompanyDetail } from '../platform/api'
import articles from '../articles/articles.module.css'
import classes from '../platform/platform.module.css'

/** The words of HTML, for the head. */
const plain = (html: string): string =>
  (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').trim().slice(0, 160)

function Shown({ detail: { company, introduce } }: { detail: CompanyDetail }) {
  const { t } = useTranslation()
  useHead({ title: company.name, text: plain(introduce) || company.name, image: company.logo })
  const facts = [
    ['industry', company.industry],
    ['city', company.city],
    ['scale', company.scale && t(`platformMore.scales.${company.scale}`)],
    ['since', company.verify_time > 0 ? moment(company.verify_time, 'YYYY-MM-DD') : ''],
  ].filter(([, value]) => value)
  const site = /^https?:\/\//i.test(company.website) ? company.website : ''
  return (
    <>
      <header className={classes.head}>
        <Logo company={company} />
        <div>
          <h1>{company.name}</h1>
          <span className={classes.verified}>{t('platformMore.verified')}</span>
        </div>
      </header>
      <div className={classes.columns}>
        <section>
          <dl className={classes.facts}>
            {facts.map(([key, value]) => (
              <div key={key}>
                <dt>{t(`platformMore.${key}`)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            {site && (
              <div>
                <dt>{t('platformMore.website')}</dt>
                <dd>
                  <a href={site} target="_blank" rel="noopener noreferrer nofollow">
                    {site.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
                  </a>
                </dd>
              </div>
            )}
          </dl>
          <h2>{t('platformMore.introduce')}</h2>
          {introduce ? (
            <div className={articles.body} dangerouslySetInnerHTML={{ __html: introduce }} />
          ) : (
            <p className={classes.none}>{t('platformMore.noIntroduce')}</p>
          )}
        </section>
        <section>
          <h2>{t('platformMore.enquiry')}</h2>
          <EnquiryForm company={company.id} />
        </section>
      </div>
    </>
  )
}

/** A company of the trade platform, and an enquiry to it. */
export default function PlatformCompanyPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const fetched = useCompany(id)
  const { error } = fetched
  if (error instanceof ApiError && error.data.key === 'error.not_found') return <Navigate to="/404" replace />
  return (
    <div className={classes.page}>
      <nav className={articles.above} aria-label={t('articles.place')}>
        <RouteLink to="/">{t('site.nav.home')}</RouteLink>
        <RouteLink to="/platform">{t('site.nav.platform')}</RouteLink>
      </nav>
      <Fetching of={fetched}>{(detail) => <Shown detail={detail} />}</Fetching>
    </div>
  )
}
