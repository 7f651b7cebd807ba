import { Drawer, Tag } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tagColour } from '@/resource/cells/values'
import type { ResourceRow } from '@/resource/schema/types'
import { http } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { useWide } from '@/shared/hooks/useWide'
import { Pager } from '@/shared/ui/Pager'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'
import classes from './crontab.module.css'
import { outcome } from './outcome'

const PAGE = 20

/** What came of a task, newest first. */
export function TaskLog({ task, close }: { task: ResourceRow; close: () => void }) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const [page, setPage] = useState(1)
  const fetched = useFetched(`crontab log ${task.id} ${page}`, (signal) =>
    http.get(
      '/admin/routine.CrontabLog/index',
      { page, limit: PAGE, search: [{ field: 'crontab_id', val: task.id, operator: 'eq' }] },
      signal,
    ),
  )
  return (
    <Drawer
      visible
      width={wide ? 640 : '100%'}
      title={t('crontab.logOf', { name: String(task.name) })}
      onCancel={close}
      footer={null}
    >
      {fetched.error && !fetched.data ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : !fetched.data ? (
        <Waiting />
      ) : fetched.data.list.length === 0 ? (
        <Nothing text={t('crontab.noLog')} />
      ) : (
        <>
          <ul className={classes.log}>
            {fetched.data.list.map((entry) => (
              <li key={entry.id}>
                <time>{moment(entry.create_time, 'YYYY-MM-DD HH:mm:ss')}</time>
                <Tag size="small" bordered color={tagColour(entry.result, 0)}>
                  {t(entry.result === 'done' ? 'crontab.done' : 'crontab.failed')}
                </Tag>
                <span className={classes.message}>{outcome(entry.message, t)}</span>
                <span className={classes.took}>{t('crontab.took', { count: entry.milliseconds })}</span>
              </li>
            ))}
          </ul>
          <Pager page={page} size={PAGE} total={fetched.data.total ?? 0} turn={setPage} />
        </>
      )}
    </Drawer>
  )
}
