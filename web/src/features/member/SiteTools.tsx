import { Button } from '@arco-design/web-react'
import { IconHome, IconLanguage, IconMoon, IconSun } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { speak } from '@/shared/i18n'
import { preferences } from '@/shared/preferences/store'
import classes from './member.module.css'

/** The way to the site, language and darkness; `spoken` hears of another language. */
export function SiteTools({ spoken }: { spoken?: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { dark } = useSnapshot(preferences)
  return (
    <>
      <Button
        className={classes.tool}
        type="text"
        shape="circle"
        icon={<IconHome />}
        aria-label={t('member.home')}
        title={t('member.home')}
        onClick={() => void navigate('/')}
      />
      <Button
        className={classes.tool}
        type="text"
        shape="circle"
        icon={<IconLanguage />}
        aria-label={t('site.nav.language')}
        title={t('site.nav.language')}
        onClick={() =>
          void speak(preferences.language === 'en' ? 'zh-CN' : 'en').then(spoken, () => undefined)
        }
      />
      <Button
        className={classes.tool}
        type="text"
        shape="circle"
        icon={dark ? <IconSun /> : <IconMoon />}
        aria-label={t(dark ? 'site.nav.light' : 'site.nav.dark')}
        title={t(dark ? 'site.nav.light' : 'site.nav.dark')}
        onClick={() => {
          preferences.dark = !dark
        }}
      />
    </>
  )
}
