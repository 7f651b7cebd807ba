import { useTranslation } from 'react-i18next'
import { ADMIN_BASE } from '@/shared/base'
import { GUIDES, JOBS } from '@/shared/guides'
import { Page } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import classes from './guides.module.css'

/** All guides, each with its steps. */
export default function GuideListPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('guides.title')} remark={t('guides.about')}>
      <ul className={classes.guides}>
        {JOBS.map((job) => (
          <li key={job} className={classes.guide}>
            <h2>
              <RouteLink to={`${ADMIN_BASE}/guide/${job}`}>{t(`guides.${job}.title`)}</RouteLink>
            </h2>
            <p>{t(`guides.${job}.for`)}</p>
            <ol>
              {Object.keys(GUIDES[job]).map((step) => (
                <li key={step}>
                  <RouteLink to={`${ADMIN_BASE}/guide/${job}#${step}`}>
                    {t(`guides.${job}.${step}.title`)}
                  </RouteLink>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </Page>
  )
}
