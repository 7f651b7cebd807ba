import { Message } from '@arco-design/web-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import type { ResourceRow } from '@/resource/schema/types'
import { http } from '@/shared/http'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import CronField from './CronField'
import { parseCron } from './cron'
import { Schedule } from './Schedule'
import { TaskLog } from './TaskLog'

/** Tasks that are run at the hour of each warehouse (`node/src/jobs/tasks.rs`). */
const IN_WAREHOUSES = ['expiry_digest', 'old_reservations', 'overdue_transfers', 'closing_reminder']

/** Scheduled tasks: when each runs next, what came of it, and a button that runs it now. */
export default function CrontabPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const can = usePermission('routine/crontab')
  const [logOf, setLogOf] = useState<ResourceRow | null>(null)
  const runs = can('run')
  const custom = useMemo<Custom>(
    () => ({
      widgets: { cron: CronField },
      check: (field, value) =>
        field.name === 'cron' && value && !parseCron(String(value)) ? t('crontab.form') : undefined,
      cells: {
        cron: (row) => (
          <Schedule row={row}>
            {IN_WAREHOUSES.includes(String(row.type)) && <span>{t('crontab.byWarehouse')}</span>}
          </Schedule>
        ),
      },
      actions: ({ reload }) => [
        {
          key: 'run',
          label: t('crontab.run'),
          when: () => runs,
          run: (row) =>
            void http
              .post('/admin/routine.Crontab/run', { id: row.id })
              .then(({ result, message }) => {
                const words = [t(result === 'done' ? 'crontab.done' : 'crontab.failed'), message]
                  .filter(Boolean)
                  .join(' · ')
                if (result === 'done') Message.success(words)
                else Message.error(words)
                reload()
              })
              .catch(show),
        },
        { key: 'log', label: t('crontab.log'), run: setLogOf },
      ],
    }),
    [t, runs, show],
  )
  return (
    <>
      <ResourcePage name={name} custom={custom} />
      {logOf && <TaskLog task={logOf} close={() => setLogOf(null)} />}
    </>
  )
}
