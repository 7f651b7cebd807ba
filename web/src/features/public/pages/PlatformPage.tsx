import { useTranslation } from 'react-i18next'
import { Placement } from '@/shared/site/placement/Placement'
import { PlatformArt } from '../art/PlatformArt'
import { PAGE_ICONS } from '../art/pageIcons'
import { Companies } from '../platform/Companies'
import { ShelfGoods } from '../platform/ShelfGoods'
import { Action } from '../sections/Action'
import { Cta } from '../sections/Cta'
import { Features } from '../sections/Features'
import { Hero } from '../sections/Hero'
import { Section } from '../sections/Section'
import { Steps } from '../sections/Steps'

const FEATURES = ['catalogue', 'prices', 'freight', 'members', 'refunds', 'messages'] as const
const STEPS = ['basket', 'pay', 'pick', 'deliver'] as const

export default function PlatformPage() {
  const { t } = useTranslation()
  return (
    <>
      <Hero
        label={t('site.nav.platform')}
        page={t('site.nav.platform')}
        title={t('platform.title')}
        text={t('platform.text')}
        actions={
          <>
            <Action to="/shop">{t('platform.toShop')}</Action>
            <Action to="/trial" plain>
              {t('site.nav.trial')}
            </Action>
          </>
        }
        art={<PlatformArt />}
      />
      <Section title={t('platformMore.companiesTitle')} text={t('platformMore.companiesText')}>
        <Companies />
      </Section>
      <Section title={t('platformMore.goodsTitle')} text={t('platformMore.goodsText')} tinted>
        <ShelfGoods />
      </Section>
      <Section title={t('platform.featuresTitle')} text={t('platform.featuresText')}>
        <Features
          list={FEATURES.map((key) => ({
            icon: PAGE_ICONS[key],
            title: t(`platform.features.${key}.title`),
            text: t(`platform.features.${key}.text`),
          }))}
        />
      </Section>
      <Placement zone="platform" ratio={0.25} />
      <Section title={t('platform.stepsTitle')} text={t('platform.stepsText')} tinted>
        <Steps
          list={STEPS.map((key) => ({
            title: t(`platform.steps.${key}.title`),
            text: t(`platform.steps.${key}.text`),
          }))}
        />
      </Section>
      <Cta />
    </>
  )
}
