import { useTranslation } from 'react-i18next'
import { useTitle } from '@/shared/hooks/useTitle'
import { Notice } from './sections/Notice'

export default function DeniedPage() {
  const { t } = useTranslation()
  useTitle(t('title.noPower'))
  return <Notice code="401" title={t('denied.title')} text={t('denied.text')} />
}
