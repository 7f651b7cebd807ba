import { useTranslation } from 'react-i18next'
import { useHead } from '@/shared/hooks/useHead'
import { GuideSteps } from './GuideSteps'
import classes from './guides.module.css'

/** The guide of members, on the site: everybody may read it. */
export default function MemberGuidePage() {
  const { t } = useTranslation()
  const title = t('guides.member.title')
  useHead({ title, text: t('guides.member.for') })
  return (
    <div className={classes.site}>
      <h1>{title}</h1>
      <p>{t('guides.member.for')}</p>
      <GuideSteps job="member" leadTo={(to, title) => ({ to, title })} />
    </div>
  )
}
