import { useTranslation } from 'react-i18next'
import { Icon } from '../art/Icon'
import { PAGE_ICONS } from '../art/pageIcons'
import { Action } from '../sections/Action'
import { Hero } from '../sections/Hero'
import { Section } from '../sections/Section'
import classes from './pages.module.css'

const CAN = ['find', 'explain', 'draft', 'words'] as const
const CANNOT = ['post', 'rights', 'guess', 'train'] as const

function Talk() {
  const { t } = useTranslation()
  return (
    <figure className={classes.talk} aria-label={t('assistant.art')}>
      <p className={classes.asked}>{t('assistant.question')}</p>
      <div className={classes.answered}>
        <span>
          <Icon path={PAGE_ICONS.spark} size={18} />
        </span>
        <div>
          <p>{t('assistant.answer')}</p>
          <p className={classes.source}>{t('assistant.source')}</p>
        </div>
      </div>
    </figure>
  )
}

export default function AssistantPage() {
  const { t } = useTranslation()
  return (
    <>
      <Hero
        label={t('site.nav.assistant')}
        page={t('site.nav.assistant')}
        title={t('assistant.title')}
        text={t('assistant.text')}
        actions={<Action to="/trial">{t('site.nav.trial')}</Action>}
        art={<Talk />}
      />
      <Section>
        <p className={classes.status}>{t('assistant.status')}</p>
        <div className={classes.sides}>
          <section>
            <h2>{t('assistant.canTitle')}</h2>
            <ul>
              {CAN.map((key) => (
                <li key={key} data-kind="can">
                  <Icon path={PAGE_ICONS.check} />
                  {t(`assistant.can.${key}`)}
                </li>
              ))}
            </ul>
          </section>
          <section>
            <h2>{t('assistant.cannotTitle')}</h2>
            <ul>
              {CANNOT.map((key) => (
                <li key={key} data-kind="cannot">
                  <Icon path={PAGE_ICONS.never} />
                  {t(`assistant.cannot.${key}`)}
                </li>
              ))}
            </ul>
          </section>
        </div>
      </Section>
    </>
  )
}
