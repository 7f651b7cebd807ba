import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { ADMIN_BASE } from '@/shared/base'
import { parseLinks } from '@/shared/site/extras'
import { site } from '@/shared/site/store'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Code } from './Code'
import { Contact } from './Contact'
import { useContacts } from './contacts'
import classes from './footer.module.css'
import { shows, tradePath, TRADES } from './navigation'

const HELP = ['start', 'stock', 'members'] as const

export function Footer() {
  const { t } = useTranslation()
  const { siteName, recordNumber, entries, shopName } = useSnapshot(site)
  const company = (['shop', 'about', 'platform', 'cases', 'trial'] as const).filter((key) =>
    shows(entries, key),
  )
  // Without words of the back office's there is nothing of these.
  const extra = (key: string): string => t(`site.footer.${key}`, { defaultValue: '' })
  const codes = [
    { path: '/', image: extra('qrSiteImage'), label: t('site.footer.qrSite') },
    { path: '/user', image: extra('qrMemberImage'), label: t('site.footer.qrMember') },
    { path: '', image: extra('qrMoreImage'), label: t('site.footer.qrMore') },
  ].filter(({ path, image }) => path || image)
  const contacts = useContacts()
  const links = parseLinks(extra('links'))
  return (
    <footer className={classes.footer}>
      <div className={classes.columns}>
        <section className={classes.contact}>
          <h2>{contacts.length > 0 ? t('site.footer.contact') : siteName}</h2>
          <p>{t('site.footer.about')}</p>
          {contacts.length > 0 && <Contact lines={contacts} size={16} />}
        </section>
        {shows(entries, 'industries') && (
          <section>
            <h2>{t('site.footer.partners')}</h2>
            <ul>
              {TRADES.map((trade) => (
                <li key={trade}>
                  <RouteLink to={tradePath(trade)}>{t(`site.nav.${trade}`)}</RouteLink>
                </li>
              ))}
            </ul>
          </section>
        )}
        {shows(entries, 'help') && (
          <section>
            <h2>{t('site.footer.help')}</h2>
            <ul>
              {HELP.map((group) => (
                <li key={group}>
                  <RouteLink to={`/help#${group}`}>{t(`site.footer.${group}`)}</RouteLink>
                </li>
              ))}
            </ul>
          </section>
        )}
        {(company.length > 0 || shows(entries, 'staff')) && (
          <section>
            <h2>{t('site.footer.company')}</h2>
            <ul>
              {company.map((key) => (
                <li key={key}>
                  <RouteLink to={`/${key}`}>{(key === 'shop' && shopName) || t(`site.nav.${key}`)}</RouteLink>
                </li>
              ))}
              {shows(entries, 'staff') && (
                <li>
                  <a href={ADMIN_BASE}>{t('site.footer.staff')}</a>
                </li>
              )}
            </ul>
          </section>
        )}
        <section className={classes.scan}>
          <h2>{t('site.footer.scan')}</h2>
          <div className={classes.codes}>
            {codes.map(({ path, image, label }) => (
              <figure key={path}>
                <Code image={image} text={location.origin + path} label={label} />
                <figcaption>{label}</figcaption>
              </figure>
            ))}
          </div>
        </section>
      </div>
      {links.length > 0 && (
        <nav className={classes.links} aria-label={t('site.footer.linksTitle')}>
          <h2>{t('site.footer.linksTitle')}</h2>
          <ul>
            {links.map(({ name, url }) => (
              <li key={url}>
                <a href={url} {...(url.startsWith('/') ? {} : { target: '_blank', rel: 'noreferrer' })}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
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
