import { IconHome, IconLanguage, IconMoon, IconSun } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { setLanguage } from '@/shared/i18n'
import { preferences } from '@/shared/preferences/store'
import { ToolButton } from './ToolButton'

/** Link to the public site, language and dark mode. `spoken` is called after the language has changed. */
export function SiteTools({ spoken }: { spoken?: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { dark } = useSnapshot(preferences)
  return (
    <>
      <ToolButton icon={<IconHome />} label={t('member.home')} onClick={() => void navigate('/')} />
      <ToolButton
        icon={<IconLanguage />}
        label={t('site.nav.language')}
        onClick={() =>
          void setLanguage(preferences.language === 'en' ? 'zh-CN' : 'en').then(spoken, () => undefined)
        }
      />
      <ToolButton
        icon={dark ? <IconSun /> : <IconMoon />}
        label={t(dark ? 'site.nav.light' : 'site.nav.dark')}
        onClick={() => {
          preferences.dark = !dark
        }}
      />
    </>
  )
}
