import { Modal, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { money } from '@/shared/number/decimal'
import { ReasonField } from '@/shared/ui/ReasonField'
import { kept, type OrderDetail } from './model'
import classes from './office.module.css'

interface Props {
  detail: OrderDetail
  busy: boolean
  close: () => void
  decide: (agree: boolean, reason: string) => void
}

/** Agrees to a cancellation that the member asks for, or refuses it with a reason. */
export default function CancelDialog({ detail, busy, close, decide }: Props) {
  const { t } = useTranslation()
  const { row, history } = detail
  const [agree, setAgree] = useState(true)
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const lacks = !agree && !reason.trim()
  const asked = history.filter(({ action }) => action === 'applyCancel').at(-1)

  const submit = (): void => {
    setChecked(true)
    if (!lacks) decide(agree, reason.trim())
  }
  return (
    <Modal
      visible
      title={t('shopOffice.cancel.title', { no: row.order_no })}
      onCancel={close}
      onOk={submit}
      okText={t('shopOffice.cancel.confirm')}
      cancelText={t('common.back')}
      confirmLoading={busy}
      className={classes.modal}
    >
      <div className={classes.form}>
        <div>
          <div className={classes.hint}>{t('shopOffice.cancel.reason')}</div>
          <p className={classes.remark}>{asked?.reason || t('shopOffice.cancel.noReason')}</p>
        </div>
        <Radio.Group
          value={agree}
          onChange={setAgree}
          options={[
            { value: true, label: t('shopOffice.cancel.agree') },
            { value: false, label: t('shopOffice.cancel.refuse') },
          ]}
        />
        <span>
          {agree
            ? t('shopOffice.cancel.agreeEffect', { amount: money(kept(row)) })
            : t('shopOffice.cancel.refuseEffect')}
        </span>
        {!agree && (
          <ReasonField
            id="cancel-reason"
            label={t('shopOffice.cancel.why')}
            value={reason}
            change={setReason}
            lacks={checked && lacks}
            needed={t('shopOffice.cancel.whyNeeded')}
            hint={t('shopOffice.cancel.whyHint')}
          />
        )}
      </div>
    </Modal>
  )
}
