import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../art/Icon'
import { PAGE_ICONS } from '../art/pageIcons'
import { Contact } from '../layout/Contact'
import { useContacts } from '../layout/contacts'
import { Hero } from '../sections/Hero'
import { Section } from '../sections/Section'
import classes from './trial.module.css'
import { TrialForm } from './TrialForm'

const NEXT = ['call', 'data', 'use'] as const

export default function TrialPage() {
  const { t } = useTranslation()
  const [sent, setSent] = useState(false)
  const contacts = useContacts().filter(({ kind }) => kind !== 'address')
  return (
    <>
      <Hero page={t('site.nav.trial')} title={t('trial.title')} text={t('trial.text')} />
      <Section>
        <div className={classes.trial}>
          {sent ? (
            <div className={classes.sent} role="status">
              <span>
                <Icon path={PAGE_ICONS.check} size={32} />
              </span>
              <h2>{t('trial.sentTitle')}</h2>
              <p>{t('trial.sentText')}</p>
              <button type="button" onClick={() => setSent(false)}>
                {t('trial.again')}
              </button>
            </div>
          ) : (
            <TrialForm onSent={() => setSent(true)} />
          )}
          <aside className={classes.next}>
            <h2>{t('trial.nextTitle')}</h2>
            <ol>
              {NEXT.map((key, index) => (
                <li key={key}>
                  <span>{index + 1}</span>
                  {t(`trial.next.${key}`)}
                </li>
              ))}
            </ol>
            {contacts.length > 0 && (
              <>
                <h2>{t('site.footer.contact')}</h2>
                <Contact lines={contacts} />
              </>
            )}
          </aside>
        </div>
      </Section>
    </>
  )
}
