import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RouteLink } from '@/shared/ui/RouteLink'
import { ArticleCards } from '../articles/ArticleCards'
import { CARDS_PAGE, useArticles } from '../articles/api'
import { Icon } from '../art/Icon'
import { TradeArt } from '../art/TradeArt'
import { PAGE_ICONS } from '../art/pageIcons'
import { tradePath, TRADES, type Trade } from '../layout/navigation'
import { Cta } from '../sections/Cta'
import { Hero } from '../sections/Hero'
import { Pills } from '../sections/Pills'
import { Section } from '../sections/Section'
import { SitePages } from '../sections/SitePages'
import classes from './pages.module.css'

export default function CasesPage() {
  const { t } = useTranslation()
  const [only, setOnly] = useState<Trade | null>(null)
  const [page, setPage] = useState(1)
  const { data } = useArticles({
    kind: 'case',
    page,
    limit: CARDS_PAGE,
    ...(only ? { industry: only } : {}),
  })
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
          choose={(trade) => {
            setOnly(trade)
            setPage(1)
          }}
        />
        {data !== null && data.total > 0 && (
          <div className={classes.stories}>
            <ArticleCards list={data.list} />
            <SitePages page={page} size={CARDS_PAGE} total={data.total} open={setPage} />
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
