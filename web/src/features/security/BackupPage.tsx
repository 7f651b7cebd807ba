import { Button, Descriptions, Drawer } from '@arco-design/web-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import type { ResourceRow } from '@/resource/schema/types'
import { http } from '@/shared/http'
import { usePermission } from '@/shared/hooks/usePermission'
import { useWide } from '@/shared/hooks/useWide'
import { readableSize } from '@/shared/number/size'
import { session } from '@/shared/session/store'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { moment } from '@/shared/ui/time'
import classes from './security.module.css'

const at = (value: unknown): string =>
  Number(value) > 0 ? moment(Number(value), 'YYYY-MM-DD HH:mm:ss') : '–'
const isKept = (row: ResourceRow): boolean => row.state === 'done' || row.state === 'verified'

/** On its machine: its directory is `host:/path`. */
const pathOf = (row: ResourceRow): string =>
  `${String(row.directory).replace(/^[^:]*:/, '')}/${String(row.name)}`

/** What is known of a backup, and how it is restored: never in place, so as a command. */
function BackupFacts({ row, close }: { row: ResourceRow; close: () => void }) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const facts = [
    [t('security.backup.file'), `${String(row.directory)}/${String(row.name)}`],
    [t('security.backup.began'), at(row.began)],
    [t('security.backup.ended'), at(row.ended)],
    [t('security.backup.size'), readableSize(Number(row.bytes))],
    [t('security.backup.rows'), t('security.backup.inTables', { rows: row.rows, tables: row.tables })],
    [t('security.backup.uploads'), String(row.uploads)],
    [t('security.backup.verified'), at(row.verified_at)],
    [t('security.backup.object'), row.object ? String(row.object) : '–'],
    ['SHA-256', String(row.sha256)],
    [
      t('security.backup.key'),
      row.encrypted ? t('security.backup.keyNamed', { key: row.key_id }) : t('security.backup.noKey'),
    ],
  ] as const
  return (
    <Drawer visible width={wide ? 720 : '100%'} title={String(row.name)} footer={null} onCancel={close}>
      <Descriptions column={1} data={facts.map(([label, value]) => ({ label, value }))} />
      {row.report ? <p>{String(row.report)}</p> : null}
      {isKept(row) && (
        <>
          <h3>{t('security.backup.restore')}</h3>
          <p>{t('security.backup.restoreHint')}</p>
          {/* It scrolls. */}
          <pre
            className={classes.command}
            tabIndex={0}
            role="region"
            aria-label={t('security.backup.restore')}
          >
            {`entrepot restore ${pathOf(row)} --data-dir ./restored`}
          </pre>
        </>
      )}
    </Drawer>
  )
}

type Opened = { step: 'make'; reload: () => void } | { step: 'download'; row: ResourceRow }

/** Backups of the database: made now, tested, downloaded by super administrators. */
export default function BackupPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const can = usePermission('security/backup')
  const { admin } = useSnapshot(session)
  const [open, setOpen] = useState<Opened | null>(null)
  const makes = can('make')
  const downloads = can('download') && !!admin?.super
  const close = (): void => setOpen(null)
  const custom = useMemo<Custom>(
    () => ({
      remark: t('security.backup.remark'),
      cells: { bytes: (row) => readableSize(Number(row.bytes)) },
      head: ({ reload }) =>
        makes && (
          <Button type="primary" onClick={() => setOpen({ step: 'make', reload })}>
            {t('security.backup.make')}
          </Button>
        ),
      actions: () => [
        {
          key: 'download',
          label: t('security.backup.download'),
          when: (row) => downloads && isKept(row),
          run: (row) => setOpen({ step: 'download', row }),
        },
      ],
      detail: (row, closed) => <BackupFacts row={row} close={closed} />,
    }),
    [t, makes, downloads],
  )
  return (
    <>
      <ResourcePage name={name} custom={custom} />
      {open?.step === 'make' && (
        <ActionDialog
          title={t('security.backup.make')}
          okText={t('security.backup.make')}
          initial={{ uploads: true }}
          fields={() => [
            { name: 'uploads', kind: 'check', label: t('security.backup.withUploads') },
            <span key="hint">{t('security.backup.makeHint')}</span>,
          ]}
          close={close}
          send={({ uploads }) => http.post('/admin/security.Backup/make', { uploads })}
          done={() => {
            open.reload()
            close()
          }}
        />
      )}
      {open?.step === 'download' && (
        <ActionDialog
          title={t('security.backup.downloadTitle', { name: String(open.row.name) })}
          okText={t('security.backup.download')}
          initial={{ password: '' }}
          fields={() => [
            <span key="hint">{t('security.backup.downloadHint')}</span>,
            {
              name: 'password',
              kind: 'password',
              label: t('security.backup.password'),
              needed: t('security.backup.passwordNeeded'),
            },
          ]}
          close={close}
          send={({ password }) => http.post('/admin/security.Backup/download', { id: open.row.id, password })}
          done={({ url }) => {
            close()
            window.location.assign(url)
          }}
        />
      )}
    </>
  )
}
