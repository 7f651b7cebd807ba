import type { ResourceRow } from '@/resource/schema/types'
import { moment } from '@/shared/ui/time'
import type { ReactNode } from 'react'
import { nextRuns, parseCron } from './cron'
import classes from './crontab.module.css'

/** A schedule, and when it is due next. */
export function Schedule({ row, children }: { row: ResourceRow; children?: ReactNode }) {
  const cron = parseCron(String(row.cron ?? ''))
  const next = cron && Number(row.status) === 1 ? nextRuns(cron, new Date(), 1)[0] : undefined
  return (
    <span className={classes.schedule}>
      <code>{String(row.cron)}</code>
      {next && <span>→ {moment(next.getTime(), 'MM-DD HH:mm')}</span>}
      {children}
    </span>
  )
}
