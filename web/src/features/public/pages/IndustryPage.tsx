import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { ICONS } from '../art/icons'
import { ArticleSection } from '../articles/ArticleSection'
import { PAGE_ICONS } from '../art/pageIcons'
import { TradeArt } from '../art/TradeArt'
import { isTrade, type Trade, TRADES } from '../layout/navigation'
import { Action } from '../sections/Action'
import { Cta } from '../sections/Cta'
import { Features } from '../sections/Features'
import { Hero } from '../sections/Hero'
import { Section } from '../sections/Section'
import { Steps } from '../sections/Steps'
import { TradeCards } from '../sections/TradeCards'

const ANSWERS: Record<Trade, readonly (readonly [string, string])[]> = {
  electronics: [
    ['batch', PAGE_ICONS.heading],
    ['free', ICONS.ledger],
    ['count', PAGE_ICONS.unit],
    ['safety', ICONS.live],
  ],
  textile: [
    ['shade', PAGE_ICONS.catalogue],
    ['lot', PAGE_ICONS.heading],
    ['metre', PAGE_ICONS.unit],
    ['season', PAGE_ICONS.prices],
  ],
  automotive: [
    ['one', ICONS.shop],
    ['fit', ICONS.sheet],
    ['back', PAGE_ICONS.refunds],
    ['sites', PAGE_ICONS.freight],
  ],
}
const HOURS = ['one', 'two', 'three', 'four'] as const

export default function IndustryPage() {
  const { t } = useTranslation()
  const { trade } = useParams()
  if (!isTrade(trade)) return <Navigate to="/404" replace />
  return (
    <>
      <Hero
        label={t('site.nav.industries')}
        page={t(`industry.${trade}.title`)}
        title={t(`industry.${trade}.lead`)}
        text={t(`industry.${trade}.text`)}
        actions={
          <>
            <Action to="/trial">{t('site.nav.trial')}</Action>
            <Action to={`/customs?industry=${trade}`} plain>
              {t('industry.headings')}
            </Action>
          </>
        }
        art={<TradeArt trade={trade} label={t(`industry.${trade}.title`)} framed />}
      />
      <Section title={t('industry.answersTitle')} text={t('industry.answersText')}>
        <Features
          columns={2}
          list={ANSWERS[trade].map(([key, icon]) => ({
            icon,
            title: t(`industry.${trade}.answers.${key}.title`),
            text: t(`industry.${trade}.answers.${key}.text`),
          }))}
        />
      </Section>
      <Section title={t('industry.dayTitle')} tinted>
        <Steps
          list={HOURS.map((hour) => ({
            mark: t(`industry.${trade}.day.${hour}.time`),
            text: t(`industry.${trade}.day.${hour}.text`),
          }))}
        />
      </Section>
      <ArticleSection
        // Another trade begins at its first page.
        key={`solutions ${trade}`}
        query={{ kind: 'solution', industry: trade }}
        title={t('articles.solutions')}
        text={t('articles.solutionsText')}
      />
      <ArticleSection
        query={{ kind: 'case', industry: trade, limit: 3 }}
        title={t('articles.cases')}
        text={t('articles.casesText')}
        tinted
      />
      <Section title={t('industry.more')}>
        <TradeCards
          list={TRADES.filter((other) => other !== trade).map((other) => ({
            trade: other,
            text: t(`industry.${other}.short`),
          }))}
        />
      </Section>
      <Cta />
    </>
  )
}
