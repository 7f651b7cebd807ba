import { useTranslation } from 'react-i18next'
import { http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { RouteLink } from '@/shared/ui/RouteLink'
import { moment } from '@/shared/ui/time'
import { isOld } from './backupAge'
import classes from './dashboard.module.css'

/** The newest backup that was restored to test it; a warning where there is none of the last eight days. */
export function BackupTested({ link }: { link: string }) {
  const { t } = useTranslation()
  const { data } = useFetched('dashboard backup', (signal) =>
    http.get('/admin/security.Backup/index', { limit: 1, order: 'verified_at,desc' }, signal),
  )
  if (!data) return null
  const at = data.list?.[0]?.verified_at ?? 0
  const old = isOld(at, Date.now() / 1000)
  return (
    <div role="note" className={old ? `${classes.note} ${classes.old}` : classes.note}>
      <span>
        {at > 0
          ? t('dashboard.backup.tested', { time: moment(at * 1000, 'YYYY-MM-DD HH:mm') })
          : t('dashboard.backup.never')}
      </span>
      <RouteLink to={link}>{t('dashboard.backup.open')}</RouteLink>
    </div>
  )
}
