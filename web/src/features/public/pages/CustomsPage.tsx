import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { CustomsArt } from '../art/CustomsArt'
import { PAGE_ICONS } from '../art/pageIcons'
import { HEADINGS, matches } from '../content/headings'
import { isTrade, TRADES } from '../layout/navigation'
import { Cta } from '../sections/Cta'
import { Features } from '../sections/Features'
import { Hero } from '../sections/Hero'
import { Section } from '../sections/Section'
import classes from './pages.module.css'

const KEPT = ['heading', 'origin', 'unit', 'weight'] as const

export default function CustomsPage() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const named = params.get('industry') ?? ''
  const trade = isTrade(named) ? named : null
  const [words, setWords] = useState('')
  const found = HEADINGS.map((heading) => ({
    ...heading,
    goods: t(`customs.goodsOf.${heading.code}`),
  })).filter((heading) => (!trade || heading.trade === trade) && matches(heading, words))
  return (
    <>
      <Hero
        label={t('site.nav.customs')}
        page={t('site.nav.customs')}
        title={t('customs.title')}
        text={t('customs.text')}
        art={<CustomsArt />}
      />
      <Section title={t('customs.keptTitle')} text={t('customs.keptText')}>
        <Features
          columns={2}
          list={KEPT.map((key) => ({
            icon: PAGE_ICONS[key],
            title: t(`customs.kept.${key}.title`),
            text: t(`customs.kept.${key}.text`),
          }))}
        />
      </Section>
      <Section title={t('customs.lookupTitle')} text={t('customs.lookupText')} tinted>
        <div className={classes.lookup}>
          <input
            type="search"
            className={classes.field}
            value={words}
            maxLength={60}
            placeholder={t('customs.search')}
            aria-label={t('customs.search')}
            onChange={(event) => setWords(event.target.value)}
          />
          <div className={classes.filter} role="group" aria-label={t('customs.industry')}>
            {[null, ...TRADES].map((other) => (
              <button
                key={other}
                type="button"
                aria-pressed={trade === other}
                onClick={() =>
                  setParams(other ? { industry: other } : {}, { replace: true, preventScrollReset: true })
                }
              >
                {t(other ? `site.nav.${other}` : 'customs.all')}
              </button>
            ))}
          </div>
        </div>
        <p className={classes.count} role="status">
          {t('customs.count', { count: found.length })}
        </p>
        {found.length > 0 ? (
          <table className={classes.headings}>
            <thead>
              <tr>
                <th scope="col">{t('customs.heading')}</th>
                <th scope="col">{t('customs.goods')}</th>
                <th scope="col">{t('customs.industry')}</th>
              </tr>
            </thead>
            <tbody>
              {found.map(({ code, goods, trade: of }) => (
                <tr key={code}>
                  <th scope="row">{code}</th>
                  <td>{goods}</td>
                  <td>{t(`site.nav.${of}`)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <p className={classes.none}>{t('customs.none')}</p>
        )}
      </Section>
      <Cta />
    </>
  )
}
