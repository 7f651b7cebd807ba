import { useTranslation } from 'react-i18next'
import { money } from '@/shared/number/decimal'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import classes from '../office/office.module.css'
import { amountsKey, whyKey, type Decision, type Trouble } from './calls'

/** Ways that a person answers for in words. */
const NOTED = new Set(['balance', 'hand', 'note'])

interface Props {
  trouble: Trouble
  busy: boolean
  close: () => void
  submit: (decision: Decision) => void
}

/** What becomes of a payment or a refund that went wrong. */
export default function HandleDialog({ trouble, busy, close, submit }: Props) {
  const { t } = useTranslation()
  const amounts = amountsKey(trouble)
  const amount = money(trouble.amount)
  return (
    <ActionDialog
      title={t('shopPay.handle.title', { no: trouble.out_trade_no || trouble.order_no })}
      okText={t('shopPay.handle.confirm')}
      className={classes.modal}
      initial={{ how: trouble.ways[0] ?? '', agreed: false, note: '' }}
      fields={({ how }) => [
        <span key="why">
          {t(whyKey(trouble))} ·{' '}
          {amounts ? t(amounts, { amount, expected: money(trouble.expected) }) : amount}
        </span>,
        {
          name: 'how',
          kind: 'radio',
          look: 'vertical',
          label: t('shopPay.handle.how'),
          options: trouble.ways.map((value) => ({
            value,
            label: t(`shopPay.way.${value}`),
            hint: t(`shopPay.wayHint.${value}`),
          })),
        },
        how === 'balance' && {
          name: 'agreed',
          kind: 'check',
          label: t('shopPay.handle.agreed'),
          needed: t('shopPay.handle.agreedNeeded'),
        },
        NOTED.has(how) && {
          name: 'note',
          kind: 'long',
          label: t('shopPay.handle.note'),
          needed: t('shopPay.handle.noteNeeded'),
          most: 200,
          counts: true,
          rows: 3,
        },
      ]}
      close={close}
      sending={{ busy }}
      send={({ how, note, agreed }) => submit({ how, note: note.trim(), agreed })}
    />
  )
}
