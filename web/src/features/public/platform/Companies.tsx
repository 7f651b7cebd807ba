import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullUrl } from '@/shared/upload/address'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Fetching } from '../articles/Fetching'
import { Pills } from '../sections/Pills'
import { SitePages } from '../sections/SitePages'
import { COMPANIES_PAGE, useCompanies, type Company } from './api'
import classes from './platform.module.css'

/** Milliseconds without a key before it is searched. */
const PAUSE = 400

/** The logo of a company, or the first letter of its name. */
export function Logo({ company }: { company: Company }) {
  return (
    <span className={classes.logo} aria-hidden="true">
      {company.logo ? (
        <img src={fullUrl(company.logo)} alt="" loading="lazy" />
      ) : (
        [...(company.short_name || company.name)][0]
      )}
    </span>
  )
}

/** Verified companies that show themselves: by industry, with search. */
export function Companies() {
  const { t } = useTranslation()
  const [industry, setIndustry] = useState<number | null>(null)
  const [words, setWords] = useState('')
  const [asked, setAsked] = useState('')
  const [page, setPage] = useState(1)
  useEffect(() => {
    const timer = setTimeout(() => {
      setAsked(words.trim())
      setPage(1)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [words])
  const fetched = useCompanies({
    page,
    ...(industry === null ? {} : { industry }),
    ...(asked ? { q: asked } : {}),
  })
  return (
    <>
      <div className={classes.tools}>
        <input
          type="search"
          className={classes.field}
          value={words}
          maxLength={60}
          placeholder={t('platformMore.search')}
          aria-label={t('platformMore.search')}
          onChange={(event) => setWords(event.target.value)}
        />
        <Pills<number | null>
          label={t('platformMore.industry')}
          options={[
            { key: null, label: t('platformMore.all') },
            ...(fetched.data?.industries ?? []).map(({ id, name, count }) => ({
              key: id,
              label: name,
              count,
            })),
          ]}
          chosen={industry}
          choose={(id) => {
            setIndustry(id)
            setPage(1)
          }}
        />
      </div>
      <Fetching of={fetched}>
        {({ list }) =>
          list.length === 0 ? (
            <p className={classes.none} role="status">
              {t('platformMore.noCompanies')}
            </p>
          ) : (
            <ul className={classes.companies}>
              {list.map((company) => (
                <li key={company.id}>
                  <RouteLink to={`/platform/company/${company.id}`} className={classes.company}>
                    <Logo company={company} />
                    <span>
                      <strong>{company.name}</strong>
                      <small>{[company.industry, company.city].filter(Boolean).join(' · ')}</small>
                      <em>{t('platformMore.verified')}</em>
                    </span>
                  </RouteLink>
                </li>
              ))}
            </ul>
          )
        }
      </Fetching>
      <SitePages page={page} size={COMPANIES_PAGE} total={fetched.data?.total ?? 0} open={setPage} />
    </>
  )
}
