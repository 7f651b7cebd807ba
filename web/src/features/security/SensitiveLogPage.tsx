import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import { nested } from '@/resource/schema/types'
import { usePermission } from '@/shared/hooks/usePermission'
import { ChangedField } from './ChangedField'
import { PutBackChosen } from './PutBackChosen'
import { usePutBack } from './usePutBack'

/** Changes of sensitive fields. */
export default function SensitiveLogPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const can = usePermission('security/sensitiveDataLog')
  const putBack = usePutBack('rollback')
  const possible = can('rollback')
  const custom = useMemo<Custom>(
    () => ({
      without: ['connection', 'primary_key', 'data_field'],
      inSight: ['before', 'after'],
      more: [
        {
          key: 'controller_as',
          title: t('security.resource'),
          render: (row) => String(nested(row, 'sensitive.controller_as') ?? row.data_table ?? ''),
        },
      ],
      actions: ({ reload }) => [
        {
          key: 'rollback',
          label: t('security.rollback.do'),
          run: (row) => putBack([row.id], reload),
          // A masked password can't be written back.
          when: (row) => possible && row.data_field !== 'password',
        },
      ],
      chosen: (ids, { reload, clear }) =>
        possible && (
          <PutBackChosen
            kind="rollback"
            run={() =>
              putBack(ids, () => {
                clear()
                reload()
              })
            }
          />
        ),
      detail: (row, close, { reload }) => (
        <ChangedField
          row={row}
          close={close}
          rollback={
            possible && row.data_field !== 'password'
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
    [t, possible],
  )
  return <ResourcePage name={name} custom={custom} />
}
