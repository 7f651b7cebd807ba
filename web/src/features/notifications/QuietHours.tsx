import { TimePicker } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import type { Schema } from '@/shared/http'
import { quiet } from './api'
import classes from './notifications.module.css'

/** The hours in which no mail comes; they may go past midnight. */
export function QuietHours({ mail }: { mail: Schema<'NotificationMail'> }) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [hours, setHours] = useState<readonly string[]>([mail.quiet_from, mail.quiet_to].filter(Boolean))
  const change = (next: readonly string[]): void => {
    const before = hours
    setHours(next)
    quiet(next[0] ?? '', next[1] ?? '').catch((error: unknown) => {
      setHours(before)
      show(error)
    })
  }
  return (
    <div className={classes.kind} role="group" aria-label={t('notification.quiet')}>
      <span>{t('notification.quiet')}</span>
      <TimePicker.RangePicker
        format="HH:mm"
        // From an evening to a morning.
        order={false}
        value={hours.length === 2 ? [...hours] : []}
        placeholder={[t('notification.quietFrom'), t('notification.quietTo')]}
        className={classes.quiet}
        allowClear
        onChange={(next?: string[]) => change(next ?? [])}
      />
    </div>
  )
}
