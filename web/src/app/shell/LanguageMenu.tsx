import { IconLanguage } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { setLanguage } from '@/shared/i18n'
import { LANGUAGES } from '@/shared/i18n/languages'
import { preferences, type Language } from '@/shared/preferences/store'
import { ToolMenu } from './ToolMenu'

export function LanguageMenu() {
  const { t } = useTranslation()
  const { language } = useSnapshot(preferences)
  return (
    <ToolMenu
      label={t('shell.language')}
      icon={<IconLanguage />}
      items={Object.entries(LANGUAGES)}
      selected={language}
      choose={(chosen) => void setLanguage(chosen as Language)}
    />
  )
}
