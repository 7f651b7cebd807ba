import { useTranslation } from 'react-i18next'
import { money } from '@/shared/number/decimal'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { reasonField } from '@/shared/ui/action/fields'
import { kept, type OrderDetail } from './model'
import classes from './office.module.css'

interface Props {
  detail: OrderDetail
  busy: boolean
  close: () => void
  decide: (agree: boolean, reason: string) => void
}

/** Agrees to a cancellation that the member asks for, or refuses it with a reason. */
export default function CancelDialog({ detail: { row, history }, busy, close, decide }: Props) {
  const { t } = useTranslation()
  const asked = history.filter(({ action }) => action === 'applyCancel').at(-1)
  return (
    <ActionDialog
      title={t('shopOffice.cancel.title', { no: row.order_no })}
      okText={t('shopOffice.cancel.confirm')}
      cancelText={t('common.back')}
      className={classes.modal}
      initial={{ agree: true as boolean, reason: '' }}
      fields={({ agree }) => [
        <div key="asked">
          <div className={classes.hint}>{t('shopOffice.cancel.reason')}</div>
          <p className={classes.remark}>{asked?.reason || t('shopOffice.cancel.noReason')}</p>
        </div>,
        {
          name: 'agree',
          kind: 'radio',
          options: [
            { value: true, label: t('shopOffice.cancel.agree') },
            { value: false, label: t('shopOffice.cancel.refuse') },
          ],
        },
        <span key="effect">
          {agree
            ? t('shopOffice.cancel.agreeEffect', { amount: money(kept(row)) })
            : t('shopOffice.cancel.refuseEffect')}
        </span>,
        !agree &&
          reasonField(t, {
            label: t('shopOffice.cancel.why'),
            needed: t('shopOffice.cancel.whyNeeded'),
            placeholder: t('shopOffice.cancel.whyHint'),
          }),
      ]}
      close={close}
      sending={{ busy }}
      send={({ agree, reason }) => decide(agree, reason.trim())}
    />
  )
}
