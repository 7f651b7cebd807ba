import { Alert, Checkbox, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './orders.module.css'
import { ReasonField } from './ReasonField'

interface Props {
  title: string
  hint?: string
  /** What is left open may become a new order. */
  backOrder: boolean
  busy: boolean
  close: () => void
  give: (reason: string, backOrder: boolean) => void
}

/** Asks why. */
export function ReasonDialog({ title, hint, backOrder, busy, close, give }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [wanting, setWanting] = useState(false)
  const [rest, setRest] = useState(false)
  return (
    <Modal
      visible
      title={title}
      onCancel={close}
      onOk={() => (reason.trim() ? give(reason.trim(), rest) : setWanting(true))}
      confirmLoading={busy}
      okButtonProps={{ status: 'danger' }}
    >
      {hint && <Alert type="warning" content={hint} className={classes.gap} />}
      <ReasonField value={reason} change={setReason} lacks={wanting && !reason.trim()} />
      {backOrder && (
        <Checkbox checked={rest} onChange={setRest} className={classes.backOrder}>
          {t('orderSteps.backOrder')}
        </Checkbox>
      )}
    </Modal>
  )
}
