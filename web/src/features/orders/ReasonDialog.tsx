import { Alert, Checkbox, Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './orders.module.css'

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
  const lacks = wanting && !reason.trim()
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
      <label htmlFor="order-reason">{t('orders.reason')}</label>
      <Input.TextArea
        id="order-reason"
        value={reason}
        onChange={setReason}
        maxLength={200}
        showWordLimit
        status={lacks ? 'error' : undefined}
        placeholder={lacks ? t('orders.reasonNeeded') : t('orders.reasonHint')}
        autoSize={{ minRows: 3 }}
      />
      {backOrder && (
        <Checkbox checked={rest} onChange={setRest}>
          {t('orderSteps.backOrder')}
        </Checkbox>
      )}
    </Modal>
  )
}
