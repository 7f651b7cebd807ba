import { Button } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { session } from '@/shared/session/store'
import classes from './clerk.module.css'
import { clerkQueue } from './clerkQueue'
import { QueueDrawer } from './QueueDrawer'

/** How many commands wait and how many were refused; a press shows them. */
export function QueueBar() {
  const { t } = useTranslation()
  const { commands, offline, lasting } = useSnapshot(clerkQueue.state)
  const { admin, remembered } = useSnapshot(session)
  const [open, setOpen] = useState(false)
  const own = commands.filter((command) => command.admin === admin?.id)
  const refused = own.filter(({ state }) => state === 'refused').length
  const waiting = own.length - refused
  const others = commands.length - own.length
  return (
    <>
      <div className={classes.queue} role="status" data-refused={refused > 0}>
        <span>
          {own.length === 0
            ? t('clerk.queue.empty')
            : [
                waiting > 0 && t('clerk.queue.waiting', { count: waiting }),
                refused > 0 && t('clerk.queue.refused', { count: refused }),
              ]
                .filter(Boolean)
                .join(' · ')}
          {offline && waiting > 0 && !remembered && ` · ${t('clerk.queue.offline')}`}
        </span>
        {own.length > 0 && <Button onClick={() => setOpen(true)}>{t('common.view')}</Button>}
      </div>
      {remembered && <p className={classes.dim}>{t('clerk.queue.remembered')}</p>}
      {others > 0 && <p className={classes.dim}>{t('clerk.queue.others', { count: others })}</p>}
      {!lasting && <p className={classes.warning}>{t('clerk.queue.notLasting')}</p>}
      {open && <QueueDrawer commands={own} close={() => setOpen(false)} />}
    </>
  )
}
