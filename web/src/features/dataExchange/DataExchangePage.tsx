import { Button, Modal, Progress } from '@arco-design/web-react'
import type { TFunction } from 'i18next'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { resourceOf } from '@/resource/schema/store'
import type { ResourceRow } from '@/resource/schema/types'
import { useLabel } from '@/resource/schema/useLabel'
import { TaskOutcome } from '@/resource/dataExchange/TaskOutcome'
import { useTask, type Task } from '@/resource/dataExchange/useTask'
import { http } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { session } from '@/shared/session/store'
import { download } from '@/shared/upload/download'
import { reportLines } from './reportLines'
import { takeBackText } from './takeBackText'

const WIDTH = 120
/** How the bar of a task looks, by its state. */
const STATUS: Record<string, 'error' | 'success' | 'warning'> = {
  failed: 'error',
  done: 'success',
  paused: 'warning',
}

function percent(row: ResourceRow): number {
  if (row.state === 'done') return 100
  const total = Number(row.total)
  return total > 0 ? Math.min(100, Math.floor((Number(row.handled) / total) * 100)) : 0
}

/** Which columns and which rows an export was asked for, in a few words. */
function askedText(row: ResourceRow, t: TFunction): string {
  const { asked } = row
  try {
    const read = (typeof asked === 'string' ? JSON.parse(asked || 'null') : asked) as {
      columns?: unknown[]
      filter?: string
    } | null
    if (!read?.columns) return '–'
    const count = t('dataExchange.askedColumns', { count: read.columns.length })
    return read.filter ? t('dataExchange.askedFiltered', { columns: count }) : count
  } catch {
    return '–'
  }
}

/** Imports and exports with their progress, files and errors. */
export default function DataExchangePage({ name }: { name: string }) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const { show } = useProblem()
  const { admin } = useSnapshot(session)
  const me = admin?.id
  const chief = admin?.super === true
  const [reported, setReported] = useState<ResourceRow | null>(null)
  const [taking, setTaking] = useState<number | null>(null)
  const { task: takenBack, error: lost } = useTask(taking)
  const takeBack = useCallback(
    (row: ResourceRow): void => {
      Modal.confirm({
        title: t('dataExchange.takeBackTitle', { name: String(row.name) }),
        content: takeBackText(row, t),
        okText: t('dataExchange.takeBack'),
        onOk: () =>
          http
            .post('/admin/routine.Transfer/takeBack', { id: row.id })
            .then(({ task }) => setTaking(task), show),
      })
    },
    [t, show],
  )
  const turn = useCallback(
    (row: ResourceRow, action: 'pause' | 'resume'): void => {
      const path = action === 'pause' ? '/admin/routine.Transfer/pause' : '/admin/routine.Transfer/resume'
      void http.post(path, { id: row.id }).catch(show)
    },
    [show],
  )
  const custom = useMemo<Custom>(
    () => ({
      topics: ['resource:routine.Transfer'],
      without: ['report', 'handled', 'format'],
      cells: {
        asked: (row) => askedText(row, t),
        report: (row) => {
          const lines = reportLines(row, t)
          return lines.length > 0 ? lines.map((line, at) => <div key={at}>{line}</div>) : '–'
        },
        controller: (row) => {
          const resource = resourceOf(String(row.controller))
          // Lists that no resource declares are named by their task, with the time behind.
          return resource ? labelOf(resource.title) : String(row.name).replace(/ \d{4}-\d{2}-\d{2} .*$/, '')
        },
      },
      more: [
        {
          key: 'progress',
          title: t('dataExchange.progress'),
          render: (row) => (
            <Progress
              size="small"
              width={WIDTH}
              percent={percent(row)}
              status={STATUS[String(row.state)] ?? 'normal'}
            />
          ),
        },
      ],
      actions: () => [
        {
          key: 'download',
          label: t('dataExchange.download'),
          when: (row) => row.kind === 'export' && row.state === 'done' && !!row.file && row.admin_id === me,
          run: (row) =>
            void download(
              `/admin/routine.Transfer/download?id=${row.id}`,
              `${String(row.controller)}-${row.id}.${String(row.format)}`,
            ).catch(show),
        },
        {
          key: 'pause',
          label: t('dataExchange.pause'),
          when: (row) =>
            row.state === 'running' && row.kind !== 'take_back' && (row.admin_id === me || chief),
          run: (row) => turn(row, 'pause'),
        },
        {
          key: 'resume',
          label: t('dataExchange.resume'),
          when: (row) => row.state === 'paused' && (row.admin_id === me || chief),
          run: (row) => turn(row, 'resume'),
        },
        {
          key: 'report',
          label: t('dataExchange.report'),
          when: (row) => row.kind !== 'export' && row.admin_id === me,
          run: setReported,
        },
        {
          key: 'takeBack',
          label: t('dataExchange.takeBack'),
          when: (row) =>
            row.kind === 'import' &&
            row.admin_id === me &&
            row.state !== 'running' &&
            (Number(row.made_count) > 0 || Number(row.changed_count) > 0),
          run: takeBack,
        },
      ],
    }),
    [t, labelOf, show, takeBack, turn, me, chief],
  )
  return (
    <>
      <ResourcePage name={name} custom={custom} />
      {taking !== null && (
        <Modal
          visible
          title={t('dataExchange.takeBack')}
          onCancel={() => setTaking(null)}
          footer={<Button onClick={() => setTaking(null)}>{t('common.close')}</Button>}
        >
          {lost ? (
            <p role="alert">{t('dataExchange.goesOn')}</p>
          ) : (
            <TaskOutcome task={takenBack} dry={false} />
          )}
        </Modal>
      )}
      {reported && (
        <Modal
          visible
          title={t('dataExchange.report')}
          onCancel={() => setReported(null)}
          footer={<Button onClick={() => setReported(null)}>{t('common.close')}</Button>}
        >
          <TaskOutcome task={reported as unknown as Task} dry={reported.kind === 'dry_run'} />
        </Modal>
      )}
    </>
  )
}
