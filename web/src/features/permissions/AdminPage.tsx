import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import RemoteSelects from '@/resource/widgets/RemoteSelects'
import type { WidgetProps } from '@/resource/widgets/types'
import { session } from '@/shared/session/store'

/** Only groups that the caller may give. */
const GIVEN = { absoluteAuth: 1 }
const Groups = (props: WidgetProps) => <RemoteSelects {...props} params={GIVEN} />
const WIDGETS: Custom['widgets'] = { group_arr: Groups }

/** Administrators: nobody deletes himself, nobody gives what he may not give. */
export default function AdminPage({ name }: { name: string }) {
  const { admin } = useSnapshot(session)
  const own = admin?.id
  const custom = useMemo<Custom>(
    () => ({ widgets: WIDGETS, titleField: 'username', deletable: (row) => row.id !== own }),
    [own],
  )
  return <ResourcePage name={name} custom={custom} />
}
