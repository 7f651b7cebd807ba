import { Input, Modal, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { money } from '@/shared/number/decimal'
import { Fault } from './Fault'
import { isZero, kept, SHIPPED, type ShopOrder } from './model'
import classes from './office.module.css'

type ShippedGoods = 'back' | 'write_off'

interface Props {
  order: ShopOrder
  busy: boolean
  close: () => void
  submit: (reason: string, goods: ShippedGoods) => void
}

const CHOICES: readonly { value: ShippedGoods; key: 'back' | 'writeOff' }[] = [
  { value: 'back', key: 'back' },
  { value: 'write_off', key: 'writeOff' },
]

/** Closes an order with a reason: what was paid goes back; what was shipped comes back, or does not. */
export default function CloseDialog({ order, busy, close, submit }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [goods, setGoods] = useState<ShippedGoods>('back')
  const [checked, setChecked] = useState(false)
  const lacks = checked && !reason.trim()
  const shipped = order.parcels.some(({ status }) => status === SHIPPED)
  const unpaid = isZero(order.paid_amount) && !order.pay_time
  const give = (): void => {
    setChecked(true)
    if (reason.trim()) submit(reason.trim(), goods)
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
        <div className={classes.cell}>
          <label htmlFor="close-reason" data-required>
            {t('shopOffice.close.reason')}
          </label>
          <Input.TextArea
            id="close-reason"
            value={reason}
            maxLength={200}
            showWordLimit
            autoSize={{ minRows: 3 }}
            status={lacks ? 'error' : undefined}
            onChange={setReason}
          />
          <Fault text={lacks ? t('shopOffice.close.reasonNeeded') : null} />
        </div>
      </div>
    </Modal>
  )
}
