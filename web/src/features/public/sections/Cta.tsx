import { useTranslation } from 'react-i18next'
import { Action } from './Action'
import classes from './sections.module.css'

/** Invites to a trial at the end of most public pages. */
export function Cta() {
  const { t } = useTranslation()
  return (
    <section className={classes.cta}>
      <div>
        <h2>{t('site.cta.title')}</h2>
        <p>{t('site.cta.text')}</p>
        <div className={classes.actions}>
          <Action to="/trial">{t('site.cta.trial')}</Action>
          <Action to="/help" plain>
            {t('site.cta.help')}
          </Action>
        </div>
      </div>
    </section>
  )
}
