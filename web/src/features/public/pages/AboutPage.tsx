import { useTranslation } from 'react-i18next'
import { AboutArt } from '../art/AboutArt'
import { ArticleSection } from '../articles/ArticleSection'
import { Icon } from '../art/Icon'
import { ICONS } from '../art/icons'
import { PAGE_ICONS } from '../art/pageIcons'
import { useContacts } from '../layout/contacts'
import { ContactText } from '../layout/ContactText'
import { Cta } from '../sections/Cta'
import { Features } from '../sections/Features'
import { Hero } from '../sections/Hero'
import { Section } from '../sections/Section'
import classes from './pages.module.css'

const PRINCIPLES = [
  ['ledger', ICONS.ledger],
  ['live', ICONS.live],
  ['declared', PAGE_ICONS.declared],
  ['grow', PAGE_ICONS.grow],
  ['closed', PAGE_ICONS.closed],
] as const

export default function AboutPage() {
  const { t } = useTranslation()
  const contacts = useContacts()
  return (
    <>
      <Hero
        label={t('site.nav.about')}
        page={t('site.nav.about')}
        title={t('about.title')}
        text={t('about.text')}
        art={<AboutArt />}
      />
      <Section title={t('about.principlesTitle')} text={t('about.principlesText')}>
        <Features
          list={PRINCIPLES.map(([key, icon]) => ({
            icon,
            title: t(`about.principles.${key}.title`),
            text: t(`about.principles.${key}.text`),
          }))}
        />
      </Section>
      <ArticleSection query={{ kind: 'about' }} title={t('articles.about')} tinted />
      {contacts.length > 0 && (
        <Section title={t('about.contactTitle')} text={t('about.contactText')}>
          <dl className={classes.contact}>
            {contacts.map((line) => (
              <div key={line.kind}>
                <dt>
                  <Icon path={ICONS[line.kind]} />
                  {t(`about.${line.kind}`)}
                </dt>
                <dd>
                  <ContactText line={line} />
                </dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
      <Cta />
    </>
  )
}
