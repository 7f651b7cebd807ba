import { Button } from '@arco-design/web-react'
import { IconExport, IconImport, IconLeft, IconOrderedList } from '@arco-design/web-react/icon'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { usePermission } from '@/shared/hooks/usePermission'
import { Nothing, Page } from '@/shared/ui/Page'
import classes from './clerk.module.css'
import { clerkQueue } from './clerkQueue'
import { OrderChoice } from './OrderChoice'
import { OrderWork } from './OrderWork'
import { QueueBar } from './QueueBar'
import { TASKS, type Task } from './tasks'

const ICONS: Readonly<Record<Task['name'], ReactNode>> = {
  receive: <IconImport />,
  pick: <IconExport />,
}

/** Work in the hall on a phone: choose a task, then an order, then scan. The address holds where one is. */
export default function ClerkPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const inbound = usePermission('warehouse/inboundOrder')
  const outbound = usePermission('warehouse/outboundOrder')
  const may: Readonly<Record<Task['name'], boolean>> = {
    receive: inbound('stock'),
    pick: outbound('stock'),
  }
  const mayCount = usePermission('warehouse/stockCount')('count')
  const tasks = TASKS.filter(({ name }) => may[name])
  const task = tasks.find(({ name }) => name === search.get('task'))
  const order = Number(search.get('order')) || null

  useEffect(() => void clerkQueue.flush(), [])

  const back = (): void => setSearch(task && order !== null ? { task: task.name } : {})
  return (
    <Page
      title={t(task ? `clerk.tasks.${task.name}` : 'clerk.title')}
      actions={
        task && (
          <Button size="large" icon={<IconLeft />} onClick={back}>
            {t('common.back')}
          </Button>
        )
      }
    >
      <div className={classes.page}>
        <QueueBar />
        {!task ? (
          tasks.length === 0 && !mayCount ? (
            <Nothing text={t('clerk.noTasks')} />
          ) : (
            <nav className={classes.tasks} aria-label={t('clerk.title')}>
              {tasks.map(({ name }) => (
                <Button
                  key={name}
                  type="primary"
                  long
                  className={classes.task}
                  icon={ICONS[name]}
                  onClick={() => setSearch({ task: name })}
                >
                  {t(`clerk.tasks.${name}`)}
                </Button>
              ))}
              {mayCount && (
                <Button
                  long
                  className={classes.task}
                  icon={<IconOrderedList />}
                  onClick={() => void navigate('/admin/warehouse/stockCount')}
                >
                  {t('clerk.tasks.count')}
                </Button>
              )}
            </nav>
          )
        ) : order === null ? (
          <OrderChoice
            key={task.name}
            task={task}
            choose={(id) => setSearch({ task: task.name, order: String(id) })}
          />
        ) : (
          <OrderWork key={`${task.name} ${order}`} task={task} id={order} />
        )}
      </div>
    </Page>
  )
}
