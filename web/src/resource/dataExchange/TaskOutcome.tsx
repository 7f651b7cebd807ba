import { Alert, Button, Progress, Table } from '@arco-design/web-react'
import { IconDownload } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { download } from '@/shared/upload/download'
import { ChangedRows } from './ChangedRows'
import classes from './dataExchange.module.css'
import { UnknownNames } from './UnknownNames'
import { countsOf, isOver, reportOf, type BadRow, type Task } from './useTask'

const NOTHING: ReadonlySet<string> = new Set()

interface Props {
  task: Task | null
  dry: boolean
  /** Fields whose unknown names become rows, and how that is changed. */
  create?: ReadonlySet<string>
  onCreate?: (create: ReadonlySet<string>) => void
}

/** How far an import is, and what came of it: counts, the rows that are wrong, and what is changed. */
export function TaskOutcome({ task, dry, create = NOTHING, onCreate }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const ended = task !== null && isOver(task)
  const report = task ? reportOf(task) : null
  if (!ended || !task)
    return (
      <div className={classes.progress} role="status">
        <Progress percent={task?.total ? Math.floor((task.handled / task.total) * 100) : 0} />
        <p>{t('dataExchange.running', { handled: task?.handled ?? 0, count: task?.total ?? 0 })}</p>
        {task?.state === 'paused' && <p>{t('dataExchange.paused')}</p>}
      </div>
    )
  const good = task.state === 'done' && task.bad === 0
  const back = task.kind === 'take_back'
  const wellEnded = back ? 'dataExchange.takenBack' : 'dataExchange.imported'
  const words = dry
    ? t(good ? 'dataExchange.dryGood' : 'dataExchange.dryBad', { count: task.bad })
    : t(task.state === 'done' ? wellEnded : 'dataExchange.failed')
  return (
    <div className={classes.outcome} role="status">
      <Alert
        type={good ? 'success' : task.state === 'failed' ? 'error' : 'warning'}
        content={task.message || words}
      />
      {report && (
        <>
          <dl className={classes.counts}>
            {countsOf(task.kind, report).map(([name, count]) => (
              <div key={name} data-count={name}>
                <dt>{t(`dataExchange.counts.${name}`)}</dt>
                <dd>{count}</dd>
              </div>
            ))}
          </dl>
          {(report.created ?? 0) > 0 && (
            <p className={classes.note}>
              {t(dry ? 'dataExchange.wouldCreate' : 'dataExchange.created', { count: report.created })}
            </p>
          )}
          {report.unknown && report.unknown.length > 0 && (dry || task.bad > 0) && (
            <UnknownNames columns={report.unknown} create={create} change={onCreate} />
          )}
          {report.errors.length > 0 && (
            <Table<BadRow & { key: number }>
              size="mini"
              border={false}
              pagination={report.errors.length > 10 ? { pageSize: 10, size: 'mini', simple: true } : false}
              data={report.errors.map((error, key) => ({ ...error, key }))}
              columns={[
                { title: t('dataExchange.row'), dataIndex: 'row', width: 60 },
                { title: t('dataExchange.column'), dataIndex: 'column', width: 120 },
                { title: t('dataExchange.reason'), dataIndex: 'reason' },
              ]}
            />
          )}
          {report.bad > report.errors.length && (
            <p className={classes.note}>
              {t('dataExchange.moreBad', { count: report.bad - report.errors.length })}
            </p>
          )}
          {!back && report.changed > 0 && <ChangedRows key={task.id} task={task.id} count={report.changed} />}
          {(report.errors.length > 0 || (!back && report.changed > 0)) && (
            <Button
              size="small"
              className={classes.report}
              icon={<IconDownload />}
              onClick={() =>
                void download(
                  `/admin/routine.Transfer/report?id=${task.id}`,
                  `${task.controller}-${task.id}-report.csv`,
                ).catch(show)
              }
            >
              {t('dataExchange.downloadReport')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
