import { useTranslation } from 'react-i18next'
import { AboutArt } from '../art/AboutArt'
import { Icon } from '../art/Icon'
import { ICONS } from '../art/icons'
import { PAGE_ICONS } from '../art/pageIcons'
import { CONTACT } from '../layout/Contact'
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
      <Section title={t('about.contactTitle')} text={t('about.contactText')} tinted>
        <dl className={classes.contact}>
          {CONTACT.map((key) => (
            <div key={key}>
              <dt>
                <Icon path={ICONS[key]} />
                {t(`about.${key}`)}
              </dt>
              <dd>
                <ContactText kind={key} />
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      <Cta />
    </>
  )
}
