import { Input, Modal } from '@arco-design/web-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Custom } from '@/resource/custom'
import { ResourcePage } from '@/resource/ResourcePage'
import type { ResourceRow } from '@/resource/schema/types'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { session } from '@/shared/session/store'
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
  const { show } = useProblem()
  const [note, setNote] = useState('')
  const [checked, setChecked] = useState(false)
  const { busy, submit } = useSubmit(show)
  const lacks = !agree && !note.trim()
  const decide = (): void => {
    setChecked(true)
    if (lacks) return
    void submit(() => decideChange(row.id, agree, note.trim()), close).then(reload)
  }
  return (
    <Modal
      visible
      title={t(agree ? 'balances.request.approve' : 'balances.request.refuse')}
      onCancel={close}
      onOk={decide}
      okText={t(agree ? 'balances.request.approve' : 'balances.request.refuse')}
      okButtonProps={{ status: agree ? undefined : 'danger' }}
      confirmLoading={busy}
    >
      <p className={classes.becomes}>
        {t(`balances.${row.account === 'score' ? 'score' : 'money'}.name`)} <b>{String(row.amount)}</b> ·{' '}
        {String(row.memo)}
      </p>
      <label htmlFor="request-note" data-required={!agree}>
        {t('balances.request.note')}
      </label>
      <Input.TextArea
        id="request-note"
        maxLength={255}
        value={note}
        status={checked && lacks ? 'error' : undefined}
        placeholder={checked && lacks ? t('balances.request.noteRule') : undefined}
        onChange={setNote}
        autoSize={{ minRows: 2, maxRows: 4 }}
      />
    </Modal>
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
