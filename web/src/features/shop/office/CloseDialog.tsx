import { Alert, Modal, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { money } from '@/shared/number/decimal'
import { ReasonField } from '@/shared/ui/ReasonField'
import type { Closing } from './calls'
import { isZero, kept, SHIPPED, type ShopOrder } from './model'
import classes from './office.module.css'
import { ReturnAddressField, useReturnAddress } from './ReturnAddress'

type ShippedGoods = Closing['goods']

interface Props {
  order: ShopOrder
  busy: boolean
  faults: Readonly<Record<string, string>>
  close: () => void
  submit: (closing: Closing) => void
}

const CHOICES: readonly { value: ShippedGoods; key: 'back' | 'writeOff' }[] = [
  { value: 'back', key: 'back' },
  { value: 'write_off', key: 'writeOff' },
]

/** Closes an order with a reason: what was paid goes back; what was shipped comes back, or does not. */
export default function CloseDialog({ order, busy, faults, close, submit }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [goods, setGoods] = useState<ShippedGoods>('back')
  const [checked, setChecked] = useState(false)
  const lacks = checked && !reason.trim()
  const shipped = order.parcels.some(({ status }) => status === SHIPPED)
  const unpaid = isZero(order.paid_amount) && !order.pay_time
  const returns = shipped && goods === 'back'
  const sentTo = useReturnAddress(returns)
  const give = (): void => {
    setChecked(true)
    if (!reason.trim() || (returns && !sentTo.address)) return
    const to = returns && sentTo.address ? { return_address_id: sentTo.address } : {}
    submit({ reason: reason.trim(), goods, ...to })
  }
  return (
    <Modal
      visible
      title={t('shopOffice.close.title', { no: order.order_no })}
      onCancel={close}
      onOk={give}
      okText={t('shopOffice.close.confirm')}
      okButtonProps={{ status: 'danger' }}
      confirmLoading={busy}
      className={classes.modal}
    >
      <div className={classes.form}>
        <span>
          {unpaid ? t('shopOffice.close.unpaid') : t('shopOffice.close.paid', { amount: money(kept(order)) })}
        </span>
        {shipped && (
          <fieldset className={classes.cell}>
            <legend>{t('shopOffice.close.goods')}</legend>
            <Radio.Group value={goods} onChange={setGoods} direction="vertical">
              {CHOICES.map(({ value, key }) => (
                <Radio key={value} value={value}>
                  {t(`shopOffice.close.${key}`)}{' '}
                  <span className={classes.hint}>{t(`shopOffice.close.${key}Hint`)}</span>
                </Radio>
              ))}
            </Radio.Group>
          </fieldset>
        )}
        {returns && (
          <>
            <Alert type="info" content={t('shopOffice.close.backEffect')} />
            <ReturnAddressField
              id="close-address"
              of={sentTo}
              fault={
                checked && !sentTo.address
                  ? t('shopOffice.auditForm.addressNeeded')
                  : faults.return_address_id
              }
            />
          </>
        )}
        <ReasonField
          id="close-reason"
          label={t('shopOffice.close.reason')}
          value={reason}
          change={setReason}
          lacks={lacks}
          needed={t('shopOffice.close.reasonNeeded')}
          fault={faults.reason}
        />
      </div>
    </Modal>
  )
}
