import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { jsonLine } from '@/resource/cells/values'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { nested, type ResourceRow } from '@/resource/schema/types'
import { ADMIN_BASE } from '@/shared/base'
import { usePermission } from '@/shared/hooks/usePermission'
import { session } from '@/shared/session/store'
import { Nothing } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { PutBackChosen } from './PutBackChosen'
import { RecycledRow } from './RecycledRow'
import classes from './security.module.css'
import { usePutBack } from './usePutBack'

/** A list has the deleted row as JSON text. */
function parsed(data: unknown): unknown {
  if (typeof data !== 'string') return data
  try {
    return JSON.parse(data)
  } catch {
    return data
  }
}

/** The name of a deleted row, if it had one. */
function named(row: ResourceRow): string {
  const data = parsed(row.data)
  if (!data || typeof data !== 'object') return jsonLine(data)
  const fields = data as Record<string, unknown>
  const name = fields.name ?? fields.title ?? fields.nickname ?? fields.username
  return name ? String(name) : jsonLine(data)
}

/** Why the bin is empty, and what it keeps. */
function EmptyBin() {
  const { t } = useTranslation()
  const { admin } = useSnapshot(session)
  const rules = usePermission('security/dataRecycle')
  return (
    <Nothing text={t(admin?.super ? 'security.bin.empty' : 'security.bin.emptyOwn')}>
      <p className={classes.bin}>{t('security.bin.keeps')}</p>
      {rules('index') && (
        <RouteLink to={`${ADMIN_BASE}/security/dataRecycle`}>{t('security.bin.rules')}</RouteLink>
      )}
    </Nothing>
  )
}

/** The recycle bin. */
export default function RecycleLogPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const can = usePermission('security/dataRecycleLog')
  const putBack = usePutBack('restore')
  const restorable = can('restore')
  const custom = useMemo<Custom>(
    () => ({
      remark: t('security.bin.remark'),
      empty: <EmptyBin />,
      without: ['connection', 'primary_key', 'data'],
      more: [
        { key: 'named', title: t('security.row'), render: named },
        {
          key: 'controller_as',
          title: t('security.resource'),
          render: (row) => String(nested(row, 'recycle.controller_as') ?? row.data_table ?? ''),
        },
      ],
      actions: ({ reload }) => [
        {
          key: 'restore',
          label: t('security.restore.do'),
          run: (row) => putBack([row.id], reload),
          when: () => restorable,
        },
      ],
      chosen: (ids, { reload, clear }) =>
        restorable && (
          <PutBackChosen
            kind="restore"
            run={() =>
              putBack(ids, () => {
                clear()
                reload()
              })
            }
          />
        ),
      detail: (row, close, { reload }) => (
        <RecycledRow
          id={row.id}
          close={close}
          restore={
            restorable
              ? () =>
                  putBack([row.id], () => {
                    close()
                    reload()
                  })
              : undefined
          }
        />
      ),
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- putBack is new each time and does the same
    [t, restorable],
  )
  return <ResourcePage name={name} custom={custom} />
}
