import { Alert, Progress, Table } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import classes from './transfer.module.css'
import { reportOf, type BadRow, type Task } from './useTask'

type Count = 'new' | 'changed' | 'same' | 'bad' | 'deleted' | 'put_back' | 'gone' | 'kept'

const COUNTS: readonly Count[] = ['new', 'changed', 'same', 'bad']
/** Of an import that is taken back. */
const TAKEN_BACK: readonly Count[] = ['deleted', 'put_back', 'gone', 'kept']

/** How far an import is, and what came of it: counts, and the rows that are wrong. */
export function TaskOutcome({ task, dry }: { task: Task | null; dry: boolean }) {
  const { t } = useTranslation()
  const ended = task !== null && task.state !== 'running'
  const report = task ? reportOf(task) : null
  if (!ended || !task)
    return (
      <div className={classes.progress} role="status">
        <Progress percent={task?.total ? Math.floor((task.handled / task.total) * 100) : 0} />
        <p>{t('transfer.running', { handled: task?.handled ?? 0, total: task?.total ?? 0 })}</p>
      </div>
    )
  const good = task.state === 'done' && task.bad === 0
  const back = task.kind === 'take_back'
  const wellEnded = back ? 'transfer.takenBack' : 'transfer.imported'
  const words = dry
    ? t(good ? 'transfer.dryGood' : 'transfer.dryBad', { count: task.bad })
    : t(task.state === 'done' ? wellEnded : 'transfer.failed')
  return (
    <div className={classes.outcome} role="status">
      <Alert
        type={good ? 'success' : task.state === 'failed' ? 'error' : 'warning'}
        content={task.message || words}
      />
      {report && (
        <>
          <dl className={classes.counts}>
            {(back ? TAKEN_BACK : COUNTS).map((count) => (
              <div key={count} data-count={count}>
                <dt>{t(`transfer.counts.${count}`)}</dt>
                <dd>{report[count === 'kept' ? 'bad' : count] ?? 0}</dd>
              </div>
            ))}
          </dl>
          {report.errors.length > 0 && (
            <Table<BadRow & { key: number }>
              size="mini"
              border={false}
              pagination={report.errors.length > 10 ? { pageSize: 10, size: 'mini', simple: true } : false}
              data={report.errors.map((error, key) => ({ ...error, key }))}
              columns={[
                { title: t('transfer.row'), dataIndex: 'row', width: 80 },
                { title: t('transfer.column'), dataIndex: 'column', width: 160 },
                { title: t('transfer.reason'), dataIndex: 'reason' },
              ]}
            />
          )}
          {report.bad > report.errors.length && (
            <p className={classes.note}>
              {t('transfer.moreBad', { count: report.bad - report.errors.length })}
            </p>
          )}
        </>
      )}
    </div>
  )
}
