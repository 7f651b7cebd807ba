import { Button } from '@arco-design/web-react'
import {
  IconDownload,
  IconExport,
  IconImport,
  IconLeft,
  IconOrderedList,
  IconSend,
  IconSwap,
  IconToTop,
} from '@arco-design/web-react/icon'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { openWithoutSignal } from '@/shared/offline/register'
import { hasPermission, rememberSession, session } from '@/shared/session/store'
import { Nothing, Page } from '@/shared/ui/Page'
import classes from './clerk.module.css'
import { clerkQueue } from './clerkQueue'
import { CountChoice } from './CountChoice'
import { CountWork } from './CountWork'
import { MoveWork } from './MoveWork'
import { OrderChoice } from './OrderChoice'
import { OrderWork } from './OrderWork'
import { QueueBar } from './QueueBar'
import { TASKS, type Task, type TaskName } from './tasks'

const ICONS: Readonly<Record<TaskName, ReactNode>> = {
  receive: <IconImport />,
  arrive: <IconDownload />,
  putAway: <IconToTop />,
  pick: <IconExport />,
  ship: <IconSend />,
  move: <IconSwap />,
  count: <IconOrderedList />,
}

interface WorkProps {
  task: Task
  /** Of the order or the sheet that was chosen. */
  id: number | null
  choose: (id: number) => void
  /** Back to the choice. */
  leave: () => void
}

function Work({ task: { name, order }, id, choose, leave }: WorkProps) {
  if (name === 'putAway' || name === 'move') return <MoveWork key={name} task={name} />
  if (!order)
    return id === null ? <CountChoice choose={choose} /> : <CountWork key={id} id={id} submitted={leave} />
  if (id === null) return <OrderChoice key={name} task={order} choose={choose} />
  return <OrderWork key={`${name} ${id}`} task={order} id={id} />
}

/** Work in the hall on a phone: choose a task, then what it is about, then scan. The address holds where one is. */
export default function ClerkPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const { permissions } = useSnapshot(session)
  const tasks = TASKS.filter(({ page, action }) => hasPermission(permissions, `${page}/${action}`))
  const task = tasks.find(({ name }) => name === search.get('task'))
  const id = Number(search.get('order')) || null

  useEffect(() => void clerkQueue.flush(), [])
  // The next load may be one without a signal.
  useEffect(() => {
    rememberSession()
    openWithoutSignal()
  }, [])

  const back = (): void => setSearch(task && id !== null ? { task: task.name } : {})
  return (
    <Page
      title={t(task ? `clerk.tasks.${task.name}` : 'clerk.title')}
      actions={
        task && (
          <>
            {task.name === 'count' && id !== null && hasPermission(permissions, task.page) && (
              <Button size="large" onClick={() => void navigate(`/admin/${task.page}?id=${id}`)}>
                {t('clerk.sheet')}
              </Button>
            )}
            <Button size="large" icon={<IconLeft />} onClick={back}>
              {t('common.back')}
            </Button>
          </>
        )
      }
    >
      <div className={classes.page}>
        <QueueBar />
        {task ? (
          <Work
            task={task}
            id={id}
            choose={(chosen) => setSearch({ task: task.name, order: String(chosen) })}
            leave={back}
          />
        ) : tasks.length === 0 ? (
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
          </nav>
        )}
      </div>
    </Page>
  )
}
