import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RouteLink } from '@/shared/ui/RouteLink'
import { ArticleCards } from '../articles/ArticleCards'
import { useArticles } from '../articles/api'
import { Icon } from '../art/Icon'
import { TradeArt } from '../art/TradeArt'
import { PAGE_ICONS } from '../art/pageIcons'
import { tradePath, TRADES, type Trade } from '../layout/navigation'
import { Cta } from '../sections/Cta'
import { Hero } from '../sections/Hero'
import { Pills } from '../sections/Pills'
import { Section } from '../sections/Section'
import classes from './pages.module.css'

export default function CasesPage() {
  const { t } = useTranslation()
  const [only, setOnly] = useState<Trade | null>(null)
  const stories =
    useArticles({ kind: 'case', limit: 60, ...(only ? { industry: only } : {}) }).data?.list ?? []
  return (
    <>
      <Hero page={t('site.nav.cases')} title={t('cases.title')} text={t('cases.text')} />
      <Section>
        <Pills<Trade | null>
          label={t('site.nav.industries')}
          options={[null, ...TRADES].map((trade) => ({
            key: trade,
            label: t(trade ? `site.nav.${trade}` : 'cases.all'),
          }))}
          chosen={only}
          choose={setOnly}
        />
        {stories.length > 0 && (
          <div className={classes.stories}>
            <ArticleCards list={stories} />
          </div>
        )}
      </Section>
      <Section title={t('cases.typical')} tinted>
        <div className={classes.cases}>
          {TRADES.filter((trade) => !only || trade === only).map((trade) => (
            <article key={trade} className={classes.case}>
              <TradeArt trade={trade} />
              <div>
                <p className={classes.tag}>{t(`site.nav.${trade}`)}</p>
                <h2>{t(`cases.${trade}.title`)}</h2>
                <dl>
                  <dt>{t('cases.before')}</dt>
                  <dd>{t(`cases.${trade}.before`)}</dd>
                  <dt>{t('cases.after')}</dt>
                  <dd>{t(`cases.${trade}.after`)}</dd>
                </dl>
                <p className={classes.point}>
                  <Icon path={PAGE_ICONS.check} size={18} />
                  {t(`cases.${trade}.point`)}
                </p>
                <RouteLink to={tradePath(trade)}>{t('cases.read')}</RouteLink>
              </div>
            </article>
          ))}
        </div>
      </Section>
      <Cta />
    </>
  )
}
