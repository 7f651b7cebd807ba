import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import RemoteSelects from '@/resource/widgets/RemoteSelects'
import type { WidgetProps } from '@/resource/widgets/types'
import { ADMIN_BASE } from '@/shared/base'
import { usePermission } from '@/shared/hooks/usePermission'
import { failing } from '@/shared/rules/validators'
import { session } from '@/shared/session/store'

/** Only groups that the caller may give. */
const GIVEN = { absoluteAuth: 1 }
const Groups = (props: WidgetProps) => <RemoteSelects {...props} params={GIVEN} />
const WIDGETS: Custom['widgets'] = { group_arr: Groups }

/** Administrators: users can't delete themselves, or grant what they may not grant. Which member accounts are somebody's own is said
 * by another super administrator. */
export default function AdminPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const { admin } = useSnapshot(session)
  const navigate = useNavigate()
  const asks = usePermission('auth')('why')
  const own = admin?.id
  const chief = admin?.super === true
  const custom = useMemo<Custom>(
    () => ({
      widgets: WIDGETS,
      titleField: 'username',
      furtherActions: () => [
        {
          key: 'why',
          link: true,
          label: t('why.ofRow'),
          when: (row) => asks || row.id === own,
          run: (row) => void navigate(`${ADMIN_BASE}/auth/why?admin=${row.id}`),
        },
      ],
      deletable: (row) => row.id !== own,
      asks: (field, _values, row) => field.name !== 'members' || (chief && row?.id !== own),
      check: ({ kind }, value) => {
        const wrong = kind === 'password' && value ? failing('adminPassword', String(value)) : undefined
        return wrong && t(wrong)
      },
    }),
    [own, chief, asks, navigate, t],
  )
  return <ResourcePage name={name} custom={custom} />
}
