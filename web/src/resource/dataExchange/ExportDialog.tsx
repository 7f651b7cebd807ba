import { Alert, Button, Message, Modal, Progress, Radio } from '@arco-design/web-react'
import { IconDownload } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, type Params } from '@/shared/http'
import { query } from '@/shared/http/client'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { Problem, Waiting } from '@/shared/ui/Page'
import { download } from '@/shared/upload/download'
import { ColumnChoice, type ExportColumn } from './ColumnChoice'
import classes from './dataExchange.module.css'
import type { Exported } from './exported'
import { TemplateDialog } from './TemplateDialog'
import { isOver, useTask } from './useTask'

interface ExportDialogProps {
  list: Exported
  /** What the list shows. */
  params: Params
  close: () => void
}

/** What the list shows, all pages of it, as a file. */
export default function ExportDialog({ list, params, close }: ExportDialogProps) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx')
  const [scope, setScope] = useState<'shown' | 'all'>('shown')
  const [rows, setRows] = useState<'orders' | 'lines'>('orders')
  const [id, setId] = useState<number | null>(null)
  const { busy, submit, faults } = useSubmit(show, (field) => field === 'columns')
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const [checked, setChecked] = useState(false)
  const [kept, setKept] = useState(false)
  const mayKeep = usePermission('routine/exportTemplate')('add')
  const { task, error } = useTask(id)
  const kind: Params = { ...list.always, ...(list.lines ? { rows } : {}) }
  const fetched = useFetched(`columns ${list.url} ${query(kind)}`, (signal) =>
    list.columns
      ? client.get<{ list: ExportColumn[] }>(`${list.url}/exportColumns`, kind, signal)
      : Promise.resolve({ list: [] }),
  )
  const columns = fetched.data?.list ?? []
  const chosen = columns.filter(({ name }) => !without.has(name)).map(({ name }) => name)
  const noColumn = columns.length > 0 && chosen.length === 0
  // Not cut to the page.
  const shown = { ...params, page: null, limit: null }

  const asked = query({
    ...(scope === 'shown' ? shown : {}),
    ...kind,
    format,
    ...(chosen.length < columns.length ? { columns: chosen.join(',') } : {}),
  })
  const begin = (): void => {
    setChecked(true)
    if (noColumn) return
    void submit(
      () => client.post<{ task: number }>(`${list.url}/export?${asked}`),
      ({ task: begun }) => setId(begun),
    )
  }
  const fetchFile = (): void =>
    void submit(
      () =>
        download(`/admin/routine.Transfer/download?id=${id}`, `${list.url.replace(/^.*\//, '')}.${format}`),
      () => {
        Message.success(t('dataExchange.downloaded'))
        close()
      },
    )
  const keep = (): void => {
    setChecked(true)
    if (!noColumn) setKept(true)
  }
  const ended = task && isOver(task)
  if (kept) return <TemplateDialog list={list} asked={asked} close={close} />
  return (
    <Modal
      visible
      className={list.columns ? classes.dialog : undefined}
      title={t('dataExchange.exportTitle', { name: list.title })}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{t(id === null ? 'common.cancel' : 'common.close')}</Button>
          {id === null && mayKeep && (
            <Button disabled={!fetched.data || fetched.renewing} onClick={keep}>
              {t('dataExchange.template.keep')}
            </Button>
          )}
          {id === null ? (
            <Button
              type="primary"
              loading={busy}
              disabled={!fetched.data || fetched.renewing}
              onClick={begin}
            >
              {t('dataExchange.begin')}
            </Button>
          ) : (
            <Button
              type="primary"
              icon={<IconDownload />}
              loading={busy}
              disabled={task?.state !== 'done'}
              onClick={() => void fetchFile()}
            >
              {t('dataExchange.download')}
            </Button>
          )}
        </>
      }
    >
      {id === null ? (
        <div className={classes.form}>
          <span>{t('dataExchange.format')}</span>
          <Radio.Group
            type="button"
            value={format}
            onChange={setFormat}
            options={[
              { value: 'xlsx', label: 'XLSX' },
              { value: 'csv', label: 'CSV' },
            ]}
          />
          <span>{t('dataExchange.rows')}</span>
          <Radio.Group
            value={scope}
            onChange={setScope}
            options={[
              { value: 'shown', label: t('dataExchange.shown') },
              { value: 'all', label: t('dataExchange.all') },
            ]}
          />
          {list.lines && (
            <>
              <span>{t('dataExchange.rowsAre')}</span>
              <Radio.Group
                value={rows}
                onChange={setRows}
                options={[
                  { value: 'orders', label: t('dataExchange.rowOrder') },
                  { value: 'lines', label: t('dataExchange.rowLine') },
                ]}
              />
            </>
          )}
          {list.columns &&
            (fetched.data ? (
              <ColumnChoice
                columns={columns}
                without={without}
                change={setWithout}
                label={t('dataExchange.columns')}
                fault={
                  (faults.columns || (checked && noColumn)) && (
                    <div role="alert" className={classes.fault}>
                      {faults.columns || t('dataExchange.columnsNeeded')}
                    </div>
                  )
                }
              />
            ) : fetched.error ? (
              <Problem error={fetched.error} retry={fetched.reload} />
            ) : (
              <Waiting rows={3} />
            ))}
        </div>
      ) : error ? (
        <Alert type="warning" content={t('dataExchange.goesOn')} />
      ) : (
        <div className={classes.progress} role="status">
          <Progress
            percent={ended ? 100 : task?.total ? Math.floor((task.handled / task.total) * 100) : 0}
            status={task?.state === 'failed' ? 'error' : task?.state === 'done' ? 'success' : 'normal'}
          />
          <p>
            {task?.state === 'failed'
              ? task.message || t('dataExchange.failed')
              : t(ended ? 'dataExchange.exported' : 'dataExchange.running', {
                  handled: task?.handled ?? 0,
                  count: task?.total ?? 0,
                })}
          </p>
        </div>
      )}
    </Modal>
  )
}
