import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import type { ResourceRow } from '@/resource/schema/types'
import { usePermission } from '@/shared/hooks/usePermission'
import { session } from '@/shared/session/store'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { decideChange } from './api'
import classes from './balances.module.css'

const WAITING = 1

interface Deciding {
  row: ResourceRow
  agree: boolean
  reload: () => void
}

/** Approves a change of a balance, or refuses it with a note. */
export function DecideDialog({ row, agree, reload, close }: Deciding & { close: () => void }) {
  const { t } = useTranslation()
  const title = t(agree ? 'balances.request.approve' : 'balances.request.refuse')
  return (
    <ActionDialog
      title={title}
      okText={title}
      danger={!agree}
      initial={{ note: '' }}
      fields={() => [
        <p key="what" className={classes.becomes}>
          {t(`balances.${row.account === 'score' ? 'score' : 'money'}.name`)} <b>{String(row.amount)}</b> ·{' '}
          {String(row.memo)}
        </p>,
        {
          name: 'note',
          kind: 'long',
          label: t('balances.request.note'),
          needed: agree ? undefined : t('balances.request.noteRule'),
          most: 255,
        },
      ]}
      close={close}
      send={({ note }) => decideChange(row.id, agree, note.trim()).finally(reload)}
      done={close}
    />
  )
}

/** Changes of balances that wait for a second person: never who has asked. */
export default function BalanceRequestPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const decides = usePermission('user/balanceRequest')('audit')
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const custom = useMemo<Custom>(() => {
    const open = (row: ResourceRow): boolean =>
      decides && Number(row.status) === WAITING && Number(row.admin_id) !== session.admin?.id
    return {
      actions: ({ reload }) =>
        [true, false].map((agree) => ({
          key: agree ? 'approve' : 'refuse',
          label: t(agree ? 'balances.request.approve' : 'balances.request.refuse'),
          danger: !agree,
          when: open,
          run: (row) => setDeciding({ row, agree, reload }),
        })),
    }
  }, [t, decides])
  return (
    <>
      <ResourcePage name={name} custom={custom} />
      {deciding && <DecideDialog {...deciding} close={() => setDeciding(null)} />}
    </>
  )
}
