import { useTranslation } from 'react-i18next'
import { Notice } from './sections/Notice'
import { useHead } from '@/shared/hooks/useHead'

export default function DeniedPage() {
  const { t } = useTranslation()
  useHead({ title: t('title.noPower'), text: t('denied.text'), hidden: true })
  return <Notice code="401" title={t('denied.title')} text={t('denied.text')} />
}
