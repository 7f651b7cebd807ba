import { Alert } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import type { Faults } from '@/shared/hooks/useSubmit'
import { money } from '@/shared/number/decimal'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { reasonField } from '@/shared/ui/action/fields'
import type { Closing } from './calls'
import { isZero, kept, SHIPPED, type ShopOrder } from './model'
import classes from './office.module.css'
import { ReturnAddressField, useReturnAddress } from './ReturnAddress'

interface Props {
  order: ShopOrder
  busy: boolean
  faults: Faults
  close: () => void
  submit: (closing: Closing) => void
}

/** Closes an order with a reason: what was paid goes back; what was shipped comes back, or does not. */
export default function CloseDialog({ order, busy, faults, close, submit }: Props) {
  const { t } = useTranslation()
  const shipped = order.parcels.some(({ status }) => status === SHIPPED)
  const unpaid = isZero(order.paid_amount) && !order.pay_time
  const sentTo = useReturnAddress(shipped)
  const choice = <T extends Closing['goods']>(value: T, key: 'back' | 'writeOff') => ({
    value,
    label: t(`shopOffice.close.${key}`),
    hint: t(`shopOffice.close.${key}Hint`),
  })
  return (
    <ActionDialog
      title={t('shopOffice.close.title', { no: order.order_no })}
      okText={t('shopOffice.close.confirm')}
      danger
      className={classes.modal}
      initial={{ goods: 'back' as Closing['goods'], reason: '' }}
      fields={({ goods }) => [
        <span key="effect">
          {unpaid ? t('shopOffice.close.unpaid') : t('shopOffice.close.paid', { amount: money(kept(order)) })}
        </span>,
        shipped && {
          name: 'goods',
          kind: 'radio',
          look: 'vertical',
          label: t('shopOffice.close.goods'),
          options: [choice('back', 'back'), choice('write_off', 'writeOff')],
        },
        shipped && goods === 'back' && (
          <Alert key="back" type="info" content={t('shopOffice.close.backEffect')} />
        ),
        shipped &&
          goods === 'back' && {
            name: 'return_address_id',
            kind: 'own',
            rule: !sentTo.address && t('shopOffice.auditForm.addressNeeded'),
            input: ({ id }) => <ReturnAddressField id={id} of={sentTo} />,
          },
        reasonField(t, {
          label: t('shopOffice.close.reason'),
          needed: t('shopOffice.close.reasonNeeded'),
        }),
      ]}
      close={close}
      sending={{ busy, faults }}
      send={({ goods, reason }) => {
        const to = shipped && goods === 'back' && sentTo.address ? { return_address_id: sentTo.address } : {}
        submit({ reason: reason.trim(), goods, ...to })
      }}
    />
  )
}
