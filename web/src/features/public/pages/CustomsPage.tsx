import { useTranslation } from 'react-i18next'
import { CustomsArt } from '../art/CustomsArt'
import { ArticleSection } from '../articles/ArticleSection'
import { PAGE_ICONS } from '../art/pageIcons'
import { Lookup } from '../customs/Lookup'
import { Cta } from '../sections/Cta'
import { Features } from '../sections/Features'
import { Hero } from '../sections/Hero'
import { Section } from '../sections/Section'

const KEPT = ['heading', 'origin', 'unit', 'weight'] as const

export default function CustomsPage() {
  const { t } = useTranslation()
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
        <Lookup />
      </Section>
      <ArticleSection
        query={{ kind: 'customs' }}
        title={t('articles.customs')}
        text={t('articles.customsText')}
      />
      <Cta />
    </>
  )
}
