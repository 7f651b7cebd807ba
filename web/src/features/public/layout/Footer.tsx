import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSnapshot } from 'valtio'
import { ADMIN_BASE } from '@/shared/base'
import { site } from '@/shared/site/store'
import { Icon } from '../art/Icon'
import classes from './footer.module.css'
import { tradePath, TRADES } from './places'

const QrCode = lazy(() => import('./QrCode'))
const HELP = ['start', 'stock', 'members'] as const
const CONTACT = ['phone', 'email', 'address', 'hours'] as const

export function Footer() {
  const { t } = useTranslation()
  const { siteName, recordNumber } = useSnapshot(site)
  const codes = [
    { path: '/', label: t('site.footer.qrSite') },
    { path: '/user', label: t('site.footer.qrMember') },
  ]
  return (
    <footer className={classes.footer}>
      <div className={classes.columns}>
        <section className={classes.contact}>
          <h2>{t('site.footer.contact')}</h2>
          <p>{t('site.footer.about')}</p>
          <ul>
            {CONTACT.map((key) => (
              <li key={key}>
                <Icon name={key} size={16} />
                <span>{t(`site.footer.${key}`)}</span>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>{t('site.footer.partners')}</h2>
          <ul>
            {TRADES.map((trade) => (
              <li key={trade}>
                <Link to={tradePath(trade)}>{t(`site.nav.${trade}`)}</Link>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>{t('site.footer.help')}</h2>
          <ul>
            {HELP.map((group) => (
              <li key={group}>
                <Link to={`/help#${group}`}>{t(`site.footer.${group}`)}</Link>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>{t('site.footer.company')}</h2>
          <ul>
            {(['about', 'cases', 'trial'] as const).map((key) => (
              <li key={key}>
                <Link to={`/${key}`}>{t(`site.nav.${key}`)}</Link>
              </li>
            ))}
            <li>
              <a href={ADMIN_BASE}>{t('site.footer.staff')}</a>
            </li>
          </ul>
        </section>
        <section className={classes.scan}>
          <h2>{t('site.footer.scan')}</h2>
          <div className={classes.codes}>
            {codes.map(({ path, label }) => (
              <figure key={path}>
                <div className={classes.code}>
                  <Suspense fallback={null}>
                    <QrCode text={location.origin + path} label={label} />
                  </Suspense>
                </div>
                <figcaption>{label}</figcaption>
              </figure>
            ))}
          </div>
        </section>
      </div>
      <div className={classes.legal}>
        <span>{t('site.footer.rights', { year: new Date().getFullYear(), name: siteName })}</span>
        {recordNumber && (
          <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
            {recordNumber}
          </a>
        )}
      </div>
    </footer>
  )
}
