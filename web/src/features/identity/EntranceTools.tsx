import { Button } from '@arco-design/web-react'
import { IconLanguage, IconMoon, IconSun } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { setLanguage } from '@/shared/i18n'
import { preferences } from '@/shared/preferences/store'
import classes from './login.module.css'

/** Language and colours, before anybody has come in. */
export function EntranceTools() {
  const { t } = useTranslation()
  const { dark } = useSnapshot(preferences)
  return (
    <div className={classes.tools}>
      <Button
        type="text"
        shape="circle"
        icon={<IconLanguage />}
        aria-label={t('shell.language')}
        onClick={() => void setLanguage(preferences.language === 'en' ? 'zh-CN' : 'en')}
      />
      <Button
        type="text"
        shape="circle"
        icon={dark ? <IconSun /> : <IconMoon />}
        aria-label={t(dark ? 'shell.light' : 'shell.dark')}
        onClick={() => {
          preferences.dark = !dark
        }}
      />
    </div>
  )
}
