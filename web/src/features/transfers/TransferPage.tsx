import { Button, Modal, Progress } from '@arco-design/web-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { resourceOf } from '@/resource/schema/store'
import type { ResourceRow } from '@/resource/schema/types'
import { useLabel } from '@/resource/schema/useLabel'
import { TaskOutcome } from '@/resource/transfer/TaskOutcome'
import type { Task } from '@/resource/transfer/useTask'
import { useProblem } from '@/shared/hooks/useProblem'
import { download } from '@/shared/upload/download'

const WIDTH = 120

function percent(row: ResourceRow): number {
  if (row.state === 'done') return 100
  const total = Number(row.total)
  return total > 0 ? Math.min(100, Math.floor((Number(row.handled) / total) * 100)) : 0
}

/** Imports and exports with their progress, files and errors. */
export default function TransferPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const { show } = useProblem()
  const [reported, setReported] = useState<ResourceRow | null>(null)
  const custom = useMemo<Custom>(
    () => ({
      without: ['report', 'handled', 'format'],
      cells: {
        controller: (row) => {
          const resource = resourceOf(String(row.controller))
          // Lists that no resource declares are named by their task, with the time behind.
          return resource ? labelOf(resource.title) : String(row.name).replace(/ \d{4}-\d{2}-\d{2} .*$/, '')
        },
      },
      more: [
        {
          key: 'progress',
          title: t('transfer.progress'),
          render: (row) => (
            <Progress
              size="small"
              width={WIDTH}
              percent={percent(row)}
              status={row.state === 'failed' ? 'error' : row.state === 'done' ? 'success' : 'normal'}
            />
          ),
        },
      ],
      actions: () => [
        {
          key: 'download',
          label: t('transfer.download'),
          when: (row) => row.kind === 'export' && row.state === 'done' && row.file !== '',
          run: (row) =>
            void download(
              `/admin/routine.Transfer/download?id=${row.id}`,
              `${String(row.controller)}-${row.id}.${String(row.format)}`,
            ).catch(show),
        },
        {
          key: 'report',
          label: t('transfer.report'),
          when: (row) => row.kind !== 'export',
          run: setReported,
        },
      ],
    }),
    [t, labelOf, show],
  )
  return (
    <>
      <ResourcePage name={name} custom={custom} />
      {reported && (
        <Modal
          visible
          title={t('transfer.report')}
          onCancel={() => setReported(null)}
          footer={<Button onClick={() => setReported(null)}>{t('common.close')}</Button>}
        >
          <TaskOutcome task={reported as unknown as Task} dry={reported.kind === 'dry_run'} />
        </Modal>
      )}
    </>
  )
}
