import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { preferences } from '@/shared/preferences/store'
import { setSiteLanguage } from '@/shared/site/content'
import { Icon } from '../art/Icon'
import { ICONS } from '../art/icons'
import classes from './frame.module.css'

/** Language and darkness, in the header of the site and of the member centre's login. */
export function Tools() {
  const { t } = useTranslation()
  const { language, dark } = useSnapshot(preferences)
  return (
    <div className={classes.tools}>
      <button
        type="button"
        className={classes.tool}
        lang={language === 'en' ? 'zh-CN' : 'en'}
        aria-label={t('site.nav.language')}
        title={t('site.nav.language')}
        onClick={() => void setSiteLanguage(language === 'en' ? 'zh-CN' : 'en')}
      >
        <Icon path={ICONS.language} />
      </button>
      <button
        type="button"
        className={classes.tool}
        aria-label={t(dark ? 'site.nav.light' : 'site.nav.dark')}
        title={t(dark ? 'site.nav.light' : 'site.nav.dark')}
        onClick={() => {
          preferences.dark = !dark
        }}
      >
        <Icon path={dark ? ICONS.sun : ICONS.moon} />
      </button>
    </div>
  )
}
