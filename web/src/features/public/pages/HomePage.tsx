import { useTranslation } from 'react-i18next'
import { HomeArt } from '../art/HomeArt'
import { ICONS } from '../art/icons'
import { TRADES } from '../layout/navigation'
import { Placement } from '@/shared/site/placement/Placement'
import { Action } from '../sections/Action'
import { Cta } from '../sections/Cta'
import { Features } from '../sections/Features'
import { Hero } from '../sections/Hero'
import { Section } from '../sections/Section'
import { Steps } from '../sections/Steps'
import { TradeCards } from '../sections/TradeCards'
import classes from './pages.module.css'

const FACTS = ['ledger', 'oversold', 'binary', 'languages'] as const
const FEATURES = ['ledger', 'orders', 'live', 'shop', 'rights', 'handheld'] as const
const STEPS = ['receive', 'review', 'stock', 'ship'] as const

export default function HomePage() {
  const { t } = useTranslation()
  return (
    <>
      <Hero
        page={t('title.home')}
        title={t('home.title')}
        text={t('home.text')}
        actions={
          <>
            <Action to="/trial">{t('home.trial')}</Action>
            <Action to="/platform" plain>
              {t('home.more')}
            </Action>
          </>
        }
        art={<HomeArt />}
      />
      <dl className={classes.facts}>
        {FACTS.map((key) => (
          <div key={key}>
            <dt>{t(`home.facts.${key}.text`)}</dt>
            <dd>{t(`home.facts.${key}.value`)}</dd>
          </div>
        ))}
      </dl>
      <Section title={t('home.featuresTitle')} text={t('home.featuresText')}>
        <Features
          list={FEATURES.map((key) => ({
            icon: ICONS[key],
            title: t(`home.features.${key}.title`),
            text: t(`home.features.${key}.text`),
          }))}
        />
      </Section>
      <Placement zone="home" ratio={0.2} />
      <Section title={t('home.stepsTitle')} text={t('home.stepsText')} tinted>
        <Steps
          list={STEPS.map((key) => ({
            title: t(`home.steps.${key}.title`),
            text: t(`home.steps.${key}.text`),
          }))}
        />
      </Section>
      <Section title={t('home.industriesTitle')} text={t('home.industriesText')}>
        <TradeCards list={TRADES.map((trade) => ({ trade, text: t(`home.industries.${trade}`) }))} />
      </Section>
      <Cta />
    </>
  )
}
