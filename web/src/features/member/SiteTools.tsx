import { IconHome, IconLanguage, IconMoon, IconSun } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { speak } from '@/shared/i18n'
import { preferences } from '@/shared/preferences/store'
import { ToolButton } from './ToolButton'

/** The way to the site, language and darkness; `spoken` hears of another language. */
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
          void speak(preferences.language === 'en' ? 'zh-CN' : 'en').then(spoken, () => undefined)
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
